"""The command line: `app` has the commands, `options` each flag once, `console` prints, `errors` exits."""
