"""What holds for all tests."""

from balance.garbage import look_seldom

look_seldom()
