// Tables of class "sortable": a click on a column's head sorts by it, a second click the other way round.
// Numbers come before what is none; the highest come first at the first click.
(function () {
  "use strict";
  function value(row, column) {
    var text = row.cells[column].textContent.trim();
    var number = parseFloat(text.replace(/,/g, "").replace("\u2212", "-").replace("%", ""));
    return { text: text, number: number };
  }
  function sort(table, column, numeric, up) {
    var rows = Array.prototype.slice.call(table.tBodies[0].rows);
    rows.sort(function (one, other) {
      var a = value(one, column), b = value(other, column);
      if (!numeric) { return (up ? 1 : -1) * a.text.localeCompare(b.text, document.documentElement.lang); }
      if (isNaN(a.number) || isNaN(b.number)) { return isNaN(a.number) - isNaN(b.number); }
      return (up ? 1 : -1) * (a.number - b.number);
    });
    rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      var button = document.createElement("button");
      var numeric = head.classList.contains("n");
      button.type = "button";
      button.textContent = head.textContent;
      head.textContent = "";
      head.appendChild(button);
      button.addEventListener("click", function () {
        var now = head.getAttribute("aria-sort");
        var up = now ? now === "descending" : !numeric;
        heads.forEach(function (each) { each.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        sort(table, column, numeric, up);
      });
    });
  });
})();
