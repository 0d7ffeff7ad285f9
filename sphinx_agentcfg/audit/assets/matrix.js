/* A matrix of states in (profiles × subjects, or profiles × fields), an accessible table out that draws the rows in view.

   One module for the report, for pages and for the widget. Data is text: it only ever becomes textContent.

   payload: {kind, label, corner, rows: [{id, group, href?, state?}], columns: [{id, title?, used?}],
             states: [{id, glyph, label}], codes: base64 of rows × columns bytes (255: no cell), texts,
             notes: per row [[column, reason, origin, path, line, marks], …], rests?: per row [state, reason, origin,
             path, line, marks] or null, left_out: {columns, rows}}
   Whatever people read is a text or {en, zh_CN}; reason, origin and path are places in texts, or -1. */

const NO_CELL = 255;
const SPARE_ROWS = 8;
const MOST_PRINTED = 500;
const HIDE_AFTER = 200; // milliseconds, so that a pointer can reach the note (WCAG 2.2, 1.4.13)
const MARKS = [
  [1, "!!", "conflict"], [2, "~", "assumed"], [4, "↑", "inherited"], [8, "⚠", "dangerous"],
  [16, "○", "unenforced"], [32, "⋯", "scoped"], [64, "=", "value"],
];
const WORDS = {
  en: {
    rows: "Profile contains", permissions: "Subject contains", coverage: "Field contains", group: "Format", has: "With",
    all: "all", any: "any state", clear: "Clear",
    status: (a, b, c, d) => `${a} of ${b} profiles, ${c} of ${d} columns`,
    out: (rows, columns) => `not shown here: ${[rows && `${rows} profiles`, columns && `${columns} columns`].filter(Boolean).join(", ")}`,
    none: "Nothing fits the filter.", legend: "Signs", sort: "sort", says: "said by", used: (n) => `named by ${n} profiles`,
    unreadable: "cannot be read", unresolved: "cannot be resolved",
    conflict: "the files contradict each other", assumed: "assumed: no source settles it", inherited: "comes from another profile",
    dangerous: "dangerous", unenforced: "the tool does not enforce it", scoped: "in some scopes only", value: "carries a value",
    help: "Arrow keys move, Enter opens, Escape closes the note.",
  },
  zh_CN: {
    rows: "配置包含", permissions: "对象包含", coverage: "字段包含", group: "格式", has: "含有",
    all: "全部", any: "任意状态", clear: "清除",
    status: (a, b, c, d) => `显示 ${b} 个配置中的 ${a} 个、${d} 列中的 ${c} 列`,
    out: (rows, columns) => `此处未列出：${[rows && `${rows} 个配置`, columns && `${columns} 列`].filter(Boolean).join("、")}`,
    none: "没有符合筛选条件的内容。", legend: "符号", sort: "排序", says: "来自", used: (n) => `${n} 个配置提到`,
    unreadable: "无法读取", unresolved: "无法解析",
    conflict: "文件之间相互矛盾", assumed: "属于推断，没有资料能确定", inherited: "来自另一个配置",
    dangerous: "危险操作", unenforced: "工具本身并不强制执行", scoped: "仅限部分作用域", value: "带有取值",
    help: "方向键移动，Enter 打开，Escape 关闭说明。",
  },
};

let count = 0;

export function decodeCodes(text) {
  const raw = atob(text);
  return Uint8Array.from(raw, (character) => character.charCodeAt(0));
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/* A long name may be broken where its words end. */
function breakable(text) {
  const words = text.split(/(?<=[._/:-])(?=.)|(?<=[a-z])(?=[A-Z])/u);
  return words.flatMap((word, at) => (at ? [element("wbr"), word] : [word]));
}

export function showMatrix(host, payload, options = {}) {
  const key = `agentcfg-matrix-${(count += 1)}`;
  const codes = decodeCodes(payload.codes);
  const width = payload.columns.length;
  const notes = payload.notes.map((row) => new Map(row.map((note) => [note[0], note.slice(1)])));
  const groups = [...new Set(payload.rows.map((row) => row.group))];
  const filter = { row: "", column: "", group: "", state: "" };
  let language = options.language === "zh_CN" ? "zh_CN" : "en";
  let sort = { column: -1, down: true };
  let rows = [];
  let columns = [];
  let active = { row: -1, column: -1 }; // -1 is the head: of columns, and of rows
  let drawn = { from: 0, to: 0 };
  let height = 30;
  let hiding = 0;
  let pending = 0;
  let noted = [-1, -1];

  const say = (text) => (text && typeof text === "object" ? text[language] ?? text.en : text ?? "");
  const word = (name) => WORDS[language][name];
  const code = (row, column) => codes[row * width + column];
  const textAt = (number) => (number < 0 ? "" : say(payload.texts[number]));

  // --- the parts ---------------------------------------------------------------------------------------------------

  const tools = element("div", { class: "agentcfg-matrix-tools" });
  const status = element("p", { class: "agentcfg-matrix-status", role: "status" });
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", { role: "grid", "aria-describedby": `${key}-help` }, element("thead", {}, head), body);
  const box = element("div", { class: "agentcfg-matrix-box", role: "region", tabindex: "-1" }, table);
  const help = element("p", { class: "agentcfg-matrix-help", id: `${key}-help` });
  const legend = element("p", { class: "agentcfg-matrix-legend" });
  const note = element("div", { class: "agentcfg-matrix-note", role: "tooltip", id: `${key}-note`, hidden: true });
  const root = element("div", { class: "agentcfg-matrix" }, tools, status, box, help, legend, note);
  if (options.height) box.style.maxHeight = options.height;

  function field(name, label, control) {
    control.addEventListener("input", () => {
      filter[name] = control.value;
      choose();
    });
    control.id = `${key}-${name}`;
    tools.append(element("div", {}, element("label", { for: control.id }, label), control));
    control.value = filter[name];
  }

  function select(choices) {
    return element("select", {}, ...choices.map(([value, text]) => element("option", { value }, text)));
  }

  function drawTools() {
    tools.replaceChildren();
    field("row", word("rows"), element("input", { type: "search", autocomplete: "off", spellcheck: "false" }));
    field("column", word(payload.kind) ?? word("permissions"), element("input", { type: "search", autocomplete: "off", spellcheck: "false" }));
    if (groups.length > 1) field("group", word("group"), select([["", word("all")], ...groups.map((g) => [g, g])]));
    field("state", word("has"), select([["", word("any")], ...payload.states.map((s) => [s.id, `${s.glyph} ${say(s.label)}`])]));
    help.textContent = word("help");
    const signs = [...payload.states.map((s) => [s.glyph, say(s.label)]), ...usedMarks().map(([, sign, name]) => [sign, word(name)])];
    legend.replaceChildren(element("strong", {}, `${word("legend")}: `), ...signs.map(([sign, text]) => element("span", {}, `${sign} ${text}`)));
  }

  function usedMarks() {
    let bits = 0;
    for (const row of notes) for (const each of row.values()) bits |= each[4];
    return MARKS.filter(([bit]) => bits & bit);
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  function choose() {
    const inRow = filter.row.toLowerCase();
    const inColumn = filter.column.toLowerCase();
    const state = payload.states.findIndex((each) => each.id === filter.state);
    columns = [];
    payload.columns.forEach((column, at) => {
      if (!inColumn || column.id.toLowerCase().includes(inColumn)) columns.push(at);
    });
    rows = [];
    payload.rows.forEach((row, at) => {
      if (inRow && !row.id.toLowerCase().includes(inRow)) return;
      if (filter.group && row.group !== filter.group) return;
      if (state >= 0 && !columns.some((column) => code(at, column) === state)) return;
      rows.push(at);
    });
    if (sort.column >= 0) {
      const value = (row) => (code(row, sort.column) === NO_CELL ? -1 : code(row, sort.column));
      rows.sort((a, b) => (sort.down ? value(b) - value(a) : value(a) - value(b)) || a - b);
    }
    active = { row: Math.min(active.row, rows.length - 1), column: Math.min(active.column, columns.length - 1) };
    hideNote();
    drawHead();
    box.scrollTop = 0;
    draw(true);
    const left = payload.left_out ?? {};
    const parts = [WORDS[language].status(rows.length, payload.rows.length, columns.length, width)];
    if (left.rows || left.columns) parts.push(WORDS[language].out(left.rows, left.columns));
    if (!rows.length || !columns.length) parts.push(word("none"));
    status.textContent = parts.join(" · ");
    options.onChange?.({ ...filter });
  }

  function drawHead() {
    const cells = [element("th", { scope: "col", class: "agentcfg-matrix-corner", "data-row": -1, "data-column": -1 }, say(payload.corner))];
    for (const [place, at] of columns.entries()) {
      const column = payload.columns[at];
      const sorted = sort.column === at ? (sort.down ? "descending" : "ascending") : "none";
      const cell = element("th", { scope: "col", "aria-sort": sorted, "aria-colindex": place + 2, "data-row": -1, "data-column": place },
        element("bdi", {}, ...breakable(column.id)));
      if (sorted !== "none") cell.append(sort.down ? " ▼" : " ▲");
      cells.push(cell);
    }
    head.replaceChildren(...cells);
    table.setAttribute("aria-rowcount", rows.length + 1);
    table.setAttribute("aria-colcount", columns.length + 1);
    table.style.width = `calc(var(--agentcfg-matrix-head) + ${columns.length} * var(--agentcfg-matrix-cell))`;
  }

  function draw(force = false, all = false) {
    const seen = Math.ceil((box.clientHeight || 500) / height);
    const from = all ? 0 : Math.max(0, Math.floor(box.scrollTop / height) - SPARE_ROWS);
    const to = all ? Math.min(rows.length, MOST_PRINTED) : Math.min(rows.length, from + seen + 2 * SPARE_ROWS);
    if (!force && from === drawn.from && to === drawn.to) return;
    const focused = body.contains(document.activeElement);
    drawn = { from, to };
    const made = document.createDocumentFragment();
    if (from) made.append(space(from));
    for (let place = from; place < to; place += 1) made.append(drawRow(place));
    if (to < rows.length && !all) made.append(space(rows.length - to));
    body.replaceChildren(made);
    if (focused) (cellAt(active.row, active.column) ?? box).focus({ preventScroll: true });
    rove();
    const one = body.querySelector("tr[aria-rowindex]");
    if (!all && one && one.offsetHeight && Math.abs(one.offsetHeight - height) > 1) {
      height = one.offsetHeight;
      draw(true);
    }
  }

  function space(number) {
    const row = element("tr", { "aria-hidden": "true", class: "agentcfg-matrix-space" }, element("td", { colspan: columns.length + 1 }));
    row.style.height = `${number * height}px`;
    return row;
  }

  function drawRow(place) {
    const at = rows[place];
    const row = payload.rows[at];
    const name = element("bdi", {}, row.id);
    const first = element("th", { scope: "row", title: row.id.length > 24 ? row.id.slice(0, 300) : null, "data-row": place, "data-column": -1 },
      row.href ? element("a", { href: row.href, tabindex: "-1" }, name) : name);
    if (row.state && row.state !== "ok") first.append(element("span", { class: "agentcfg-matrix-state" }, ` ${word(row.state) ?? row.state}`));
    const made = element("tr", { "aria-rowindex": place + 2 }, first);
    for (const [number, column] of columns.entries()) {
      const state = payload.states[code(at, column)];
      const cell = element("td", { "data-row": place, "data-column": number, "data-state": state?.id });
      if (state) cell.textContent = `${state.glyph} ${say(state.label)}${signs(at, column)}`;
      made.append(cell);
    }
    return made;
  }

  function signs(row, column) {
    const bits = notes[row]?.get(column)?.[4] ?? 0;
    const found = MARKS.filter(([bit]) => bits & bit).map(([, sign]) => sign).join("");
    return found && ` ${found}`;
  }

  // --- moving about -------------------------------------------------------------------------------------------------

  function cellAt(row, column) {
    return table.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  }

  function rove() {
    for (const old of table.querySelectorAll('[tabindex="0"]')) old.tabIndex = -1;
    const cell = cellAt(active.row, active.column) ?? cellAt(-1, -1);
    if (cell) cell.tabIndex = 0;
  }

  function go(row, column) {
    active = { row: Math.max(-1, Math.min(row, rows.length - 1)), column: Math.max(-1, Math.min(column, columns.length - 1)) };
    if (active.row >= 0) {
      const top = active.row * height;
      const room = box.clientHeight - head.offsetHeight - height;
      if (top < box.scrollTop) box.scrollTop = top;
      else if (top > box.scrollTop + room) box.scrollTop = top - room;
      draw();
    }
    const cell = cellAt(active.row, active.column);
    rove();
    if (!cell) return;
    cell.focus({ preventScroll: true });
    showColumn(cell);
    showNote(cell);
  }

  function showColumn(cell) {
    if (active.column < 0) return;
    const fixed = head.firstElementChild.offsetWidth;
    if (cell.offsetLeft < box.scrollLeft + fixed) box.scrollLeft = cell.offsetLeft - fixed;
    else if (cell.offsetLeft + cell.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = cell.offsetLeft + cell.offsetWidth - box.clientWidth;
  }

  function onKey(event) {
    if (event.key === "Escape") {
      if (!note.hidden) event.stopPropagation();
      hideNote();
      return;
    }
    const page = Math.max(1, Math.floor(box.clientHeight / height) - 2);
    const { row, column } = active;
    const far = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
      PageDown: [row + page, column], PageUp: [Math.max(row - page, 0), column],
      Home: far ? [0, -1] : [row, -1], End: far ? [rows.length - 1, columns.length - 1] : [row, columns.length - 1],
    };
    if (moves[event.key]) {
      event.preventDefault();
      go(...moves[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      activate();
    }
  }

  function activate() {
    const { row, column } = active;
    if (row < 0 && column >= 0) {
      const at = columns[column];
      sort = sort.column !== at ? { column: at, down: true } : sort.down ? { column: at, down: false } : { column: -1, down: true };
      choose();
      cellAt(-1, column)?.focus();
    } else if (row >= 0 && column < 0) {
      cellAt(row, -1)?.querySelector("a")?.click();
    } else if (row >= 0) {
      const at = { row: rows[row], column: columns[column] };
      const state = payload.states[code(at.row, at.column)];
      options.onSelect?.({ row: payload.rows[at.row], column: payload.columns[at.column], state: state?.id, note: noteOf(at.row, at.column) });
    }
  }

  // --- why a cell says so -------------------------------------------------------------------------------------------

  function noteOf(row, column) {
    const own = notes[row]?.get(column);
    const rest = payload.rests?.[row];
    const found = own ?? (rest && rest[0] === code(row, column) ? rest.slice(1) : null);
    if (!found) return null;
    const [reason, origin, path, line, marks] = found;
    return {
      reason: textAt(reason), origin: textAt(origin), path: textAt(path), line,
      marks: MARKS.filter(([bit]) => marks & bit).map(([, , name]) => name),
    };
  }

  function lines(row, column) {
    if (row < 0) {
      const head = payload.columns[column];
      return [head.id, say(head.title), head.used ? WORDS[language].used(head.used) : ""];
    }
    const state = payload.states[code(row, column)];
    const found = noteOf(row, column);
    const title = `${payload.rows[row].id} · ${payload.columns[column].id}`;
    const first = state ? `${state.glyph} ${say(state.label)}` : "";
    if (!found) return [title, first, say(payload.columns[column].title)];
    const other = found.origin && found.origin !== payload.rows[row].id ? `${word("says")} ${found.origin}` : "";
    const place = found.path && `${found.path}${found.line ? `:${found.line}` : ""}`;
    return [title, first, found.reason, other, place, ...found.marks.map(word)];
  }

  function showNote(cell) {
    clearTimeout(hiding);
    const row = Number(cell.dataset.row);
    const column = Number(cell.dataset.column);
    if (column < 0 || (row >= 0 && rows[row] === undefined)) return hideNote();
    noted = [row, column];
    const said = lines(row < 0 ? -1 : rows[row], columns[column]).filter(Boolean);
    note.replaceChildren(...said.map((text, at) => element(at ? "div" : "strong", {}, element("bdi", {}, text.length > 600 ? `${text.slice(0, 600)}…` : text))));
    table.querySelector(`[aria-describedby="${key}-note"]`)?.removeAttribute("aria-describedby");
    cell.setAttribute("aria-describedby", `${key}-note`);
    note.hidden = false;
    const place = cell.getBoundingClientRect();
    const around = root.getBoundingClientRect();
    const left = Math.min(Math.max(place.left - around.left, 0), Math.max(around.width - note.offsetWidth, 0));
    const below = place.bottom - around.top + 2;
    const fits = place.bottom + note.offsetHeight + 4 < window.innerHeight || place.top < note.offsetHeight + 4;
    note.style.left = `${left}px`;
    note.style.top = `${fits ? below : place.top - around.top - note.offsetHeight - 2}px`;
    return undefined;
  }

  function hideNote() {
    clearTimeout(hiding);
    note.hidden = true;
  }

  const later = () => {
    clearTimeout(hiding);
    hiding = setTimeout(hideNote, HIDE_AFTER);
  };
  const cellOf = (event) => event.target.closest?.("[data-row]");
  const onScroll = () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(() => {
      draw();
      const cell = note.hidden ? null : cellAt(...noted); // the note moves along, until its cell is gone
      if (cell) showNote(cell);
      else hideNote();
    });
  };
  const onSize = () => draw(true);
  const onPrint = () => draw(true, true);

  box.addEventListener("scroll", onScroll, { passive: true });
  box.addEventListener("keydown", onKey);
  table.addEventListener("pointerover", (event) => cellOf(event) && showNote(cellOf(event)));
  table.addEventListener("pointerleave", later);
  note.addEventListener("pointerenter", () => clearTimeout(hiding));
  note.addEventListener("pointerleave", later);
  table.addEventListener("focusin", (event) => cellOf(event) && event.target.matches(":focus-visible") && showNote(cellOf(event)));
  table.addEventListener("focusout", later);
  table.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (!cell || event.target.closest("a")) return;
    active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    rove();
    cell.focus({ preventScroll: true });
    showNote(cell);
    activate();
  });
  window.addEventListener("resize", onSize);
  window.addEventListener("beforeprint", onPrint);
  window.addEventListener("afterprint", onSize);

  function setLanguage(chosen) {
    language = chosen === "zh_CN" ? "zh_CN" : "en";
    root.lang = language === "zh_CN" ? "zh-CN" : "en";
    box.setAttribute("aria-label", say(payload.label));
    table.setAttribute("aria-label", say(payload.label));
    const { scrollTop } = box;
    drawTools();
    choose();
    box.scrollTop = scrollTop;
  }

  host.replaceChildren(root);
  setLanguage(language);
  draw(true); // now the height of a row is known

  return {
    setLanguage,
    setFilter(wanted) {
      Object.assign(filter, typeof wanted === "string" ? { row: wanted } : wanted);
      drawTools();
      choose();
    },
    filter: () => ({ ...filter }),
    shown: () => ({ rows: rows.map((at) => payload.rows[at].id), columns: columns.map((at) => payload.columns[at].id) }),
    destroy() {
      clearTimeout(hiding);
      cancelAnimationFrame(pending);
      window.removeEventListener("resize", onSize);
      window.removeEventListener("beforeprint", onPrint);
      window.removeEventListener("afterprint", onSize);
      root.remove();
    },
  };
}
