// The report: its language, its filters, its matrices and its drawings. It stands after matrix.js in one module, whose
// showMatrix it calls. Whatever comes from a file is set as text, never as markup.
{
  const KEY = "agentcfg-report-language";
  const MOST_ON_A_SIDE = 14; // so that the drawing fits a screen: 29 nodes at most
  const SVG = "http://www.w3.org/2000/svg";
  const told = (id) => JSON.parse(document.getElementById(id).textContent);
  const SAID = told("said");
  const listeners = []; // what is to be said anew in another language
  let language = "en"; // or "zh-CN"

  const say = (key, values = {}) =>
    SAID[key][language].replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
  const number = (value) => value.toLocaleString("en");
  const matrixLanguage = () => (language === "en" ? "en" : "zh_CN");

  // --- language ---
  const setLanguage = (wanted) => {
    language = wanted;
    document.documentElement.lang = language;
    const from = language === "en" ? "en" : "zh";
    for (const each of document.querySelectorAll("[data-en]")) {
      each.textContent = each.dataset[from] + (each.dataset.count ? ` (${each.dataset.count})` : "");
    }
    for (const listen of listeners) listen();
  };
  for (const choice of document.querySelectorAll('input[name="language"]')) {
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(KEY, choice.value);
      } catch {
        // storage may be forbidden; the switch works all the same
      }
      setLanguage(choice.value);
    });
  }

  // --- matrices: each is made when it is first seen, since a folded one has no size ---
  const makeMatrix = (host) => {
    const view = showMatrix(host, told(host.dataset.matrix), { language: matrixLanguage() });
    delete host.dataset.matrix;
    listeners.push(() => view.setLanguage(matrixLanguage()));
  };
  const matricesIn = (place) => {
    for (const host of place.querySelectorAll("[data-matrix]")) {
      if (!host.closest("details:not([open])")) makeMatrix(host);
    }
  };
  for (const fold of document.querySelectorAll("details")) {
    fold.addEventListener("toggle", () => fold.open && matricesIn(fold));
  }

  // --- coverage: what nobody fills comes first on request ---
  for (const box of document.querySelectorAll("[data-unfilled]")) {
    const bodies = document.getElementById(box.dataset.unfilled).querySelectorAll("table.fields > tbody");
    const orders = [...bodies].map((body) => [body, [...body.rows]]);
    box.closest("label").hidden = false;
    box.addEventListener("change", () => {
      for (const [body, rows] of orders) {
        const first = rows.filter((row) => "nobody" in row.dataset);
        body.append(...(box.checked ? [...first, ...rows.filter((row) => !("nobody" in row.dataset))] : rows));
      }
    });
  }

  // --- findings: rows that do not fit are hidden; the totals stay ---
  const filterFindings = (form) => {
    const rows = [...document.getElementById(form.dataset.table).tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const filter = () => {
      const { severity, group, text } = form.elements;
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, place) => {
        const fits =
          (!severity.value || row.classList.contains(severity.value)) &&
          (!group.value || row.dataset.group === group.value) &&
          words.every((word) => texts[place].includes(word));
        row.hidden = !fits;
        shown += fits;
      });
      form.querySelector("[role=status]").textContent = say("shown", {
        shown: number(shown),
        all: number(Number(form.dataset.all)),
      });
    };
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    listeners.push(filter);
  };
  document.querySelectorAll("form.filters").forEach(filterFindings);

  // --- the drawing: one hop around a profile ---
  const element = (tag, values = {}, ...inside) => {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };

  class Graph {
    constructor(host) {
      Object.assign(this, told(host.dataset.graph));
      this.host = host;
      this.drawing = host.querySelector(".drawing");
      this.status = host.querySelector("[role=status]");
      this.search = host.querySelector("input");
      this.list = host.querySelector("datalist");
      this.parents = new Map();
      this.children = new Map();
      for (const [profile, parent, relation, status] of this.edges) {
        this.add(this.parents, profile, { node: parent, relation, status });
        this.add(this.children, parent, { node: profile, relation, status });
      }
      this.start = { parents: 0, children: 0 }; // the first of each side that is drawn
      this.middle = this.busiest();
      this.width = 0;
      host.hidden = false;
      this.search.addEventListener("input", () => this.suggest());
      this.search.addEventListener("keydown", (event) => event.key === "Enter" && this.find(true));
      this.search.addEventListener("change", () => this.find(false));
      this.drawing.addEventListener("click", (event) => this.activate(event.target.closest("[data-do]")));
      this.drawing.addEventListener("keydown", (event) => this.onKey(event));
      new ResizeObserver(() => this.drawing.clientWidth !== this.width && this.draw()).observe(this.drawing);
      listeners.push(() => this.draw());
    }

    add(map, key, value) {
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(value);
    }

    busiest() {
      const size = (node) => (this.children.get(node) ?? []).length;
      return this.names.reduce((best, _, node) => (size(node) > size(best) ? node : best), 0);
    }

    center(node, focus = false) {
      if (node === undefined || node < 0 || node >= this.names.length) return;
      this.middle = node;
      this.start = { parents: 0, children: 0 };
      this.search.value = "";
      this.draw();
      if (focus) this.drawing.querySelector(".middle")?.focus();
    }

    suggest() {
      const wanted = this.search.value.toLowerCase();
      const found = [];
      for (let node = 0; wanted && node < this.names.length && found.length < 20; node++) {
        if (this.names[node].toLowerCase().includes(wanted)) found.push(node);
      }
      this.list.replaceChildren(
        ...found.map((node) => Object.assign(document.createElement("option"), { value: this.names[node] })),
      );
      return found;
    }

    find(near) {
      if (!this.search.value) return;
      const exact = this.names.indexOf(this.search.value);
      const node = exact >= 0 || !near ? exact : (this.suggest()[0] ?? -1);
      if (node >= 0) this.center(node);
      else if (near) this.status.textContent = say("strange");
    }

    activate(target) {
      if (!target) return;
      const [what, value] = target.dataset.do.split(" ");
      if (what === "center") this.center(Number(value), true);
      else {
        this.start[what] = Number(value);
        this.draw();
        (this.drawing.querySelector(`[data-side="${what}"]`) ?? this.drawing.querySelector(".middle")).focus();
      }
    }

    onKey(event) {
      const nodes = [...this.drawing.querySelectorAll("[tabindex]")];
      const place = nodes.indexOf(document.activeElement);
      if (place < 0) return;
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
      if (step !== undefined) {
        const next = nodes[Math.max(0, Math.min(nodes.length - 1, place + step))];
        nodes[place].setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      } else if (event.key === "Enter" || event.key === " ") this.activate(document.activeElement);
      else return;
      event.preventDefault();
    }

    // Returns what is drawn of one side, in at most so many nodes: those before and after are one node each.
    page(side, all, most) {
      const room = all.length <= most ? most : most - 2;
      const start = Math.min(this.start[side], Math.max(0, all.length - 1));
      const items = all.slice(start, start + room).map((each) => ({
        ...each,
        side,
        do: `center ${each.node}`,
        text: this.names[each.node],
        detail: `${this.relations[each.relation][language]} · ${this.statuses[each.status][language]}`,
        odd: each.status !== this.resolved,
        strange: each.node >= this.profiles,
      }));
      const after = all.length - start - items.length;
      if (start) items.unshift({ side, do: `${side} ${Math.max(0, start - room)}`, text: say("back", { all: number(start) }), nav: true });
      if (after) items.push({ side, do: `${side} ${start + room}`, text: say("more", { all: number(after) }), nav: true });
      return items;
    }

    draw() {
      this.width = this.drawing.clientWidth;
      if (!this.width) return;
      const parents = this.parents.get(this.middle) ?? [];
      const children = this.children.get(this.middle) ?? [];
      const above = this.page("parents", parents, MOST_ON_A_SIDE);
      const below = this.page("children", children, MOST_ON_A_SIDE);
      const middle = { text: this.names[this.middle], middle: true, strange: this.middle >= this.profiles };
      const heads = [say("parents", { all: number(parents.length) }), say("middle"), say("children", { all: number(children.length) })];
      const values = { name: middle.text, parents: number(parents.length), children: number(children.length) };
      const drawn = [...above, ...below].filter((item) => !item.nav).length;
      this.status.textContent = say("around", { ...values, drawn: number(drawn) });
      const columns = this.width >= 720 ? this.wide(above, middle, below, heads) : this.narrow(above, middle, below, heads);
      const svg = element("svg", {
        width: this.width,
        height: columns.height,
        viewBox: `0 0 ${this.width} ${columns.height}`,
        role: "group",
        "aria-label": say("graph", { name: middle.text }),
        lang: language,
      });
      svg.append(...columns.lines.map((line) => element("path", line)));
      svg.append(...columns.heads.map(([x, y, text]) => element("text", { x, y, class: "head" }, text)));
      this.drawing.replaceChildren(svg);
      for (const item of [...above, middle, ...below]) svg.append(this.node(item));
      for (const text of svg.querySelectorAll("[data-room]")) this.shorten(text);
      (svg.querySelector(".middle") ?? svg).setAttribute("tabindex", "0");
    }

    node(item) {
      const kind = `node${item.middle ? " middle" : ""}${item.odd ? " odd" : ""}${item.nav ? " nav" : ""}${item.strange ? " strange" : ""}`;
      const label = item.detail ? `${item.text}, ${item.detail}` : item.text;
      const group = element("g", { class: kind, transform: `translate(${item.x} ${item.y})`, tabindex: "-1", "aria-label": label });
      group.setAttribute("role", item.middle ? "img" : "button");
      if (item.do) group.dataset.do = item.do;
      if (item.side) group.dataset.side = item.side;
      group.append(element("title", {}, label), element("rect", { width: item.w, height: item.h, rx: 6 }));
      const room = { "data-room": item.w - 24, x: 12 };
      group.append(element("text", { ...room, y: item.detail ? 19 : 27, class: "name" }, item.text));
      if (item.detail) group.append(element("text", { ...room, y: 35, class: "detail" }, (item.odd ? "! " : "") + item.detail));
      return group;
    }

    shorten(text) {
      const room = Number(text.dataset.room);
      let shown = text.textContent;
      for (let width = text.getComputedTextLength(); width > room && shown.length > 1; width = text.getComputedTextLength()) {
        shown = shown.slice(0, Math.min(shown.length - 1, Math.floor((shown.length * room) / width)));
        text.textContent = `${shown}…`;
      }
    }

    // Three columns: parents, the profile, children.
    wide(above, middle, below, heads) {
      const [gap, top, h, step] = [72, 30, 44, 52];
      const w = Math.min(320, (this.width - 4 - 2 * gap) / 3);
      const x = [2, 2 + w + gap, 2 + 2 * (w + gap)];
      const height = top + Math.max(1, above.length, below.length) * step;
      const place = (items, column) => {
        const start = top + (height - top - items.length * step) / 2;
        items.forEach((item, row) => Object.assign(item, { x: x[column], y: start + row * step, w, h }));
      };
      [above, [middle], below].forEach(place);
      const line = (from, to, odd) => {
        const [x1, y1, x2, y2] = [from.x + w, from.y + h / 2, to.x - 2, to.y + h / 2];
        const bend = (x1 + x2) / 2;
        const arrow = ` M ${x2 - 7} ${y2 - 4} L ${x2} ${y2} L ${x2 - 7} ${y2 + 4}`;
        return { d: `M ${x1} ${y1} C ${bend} ${y1} ${bend} ${y2} ${x2} ${y2}${arrow}`, class: odd ? "odd" : "" };
      };
      const lines = [...above.map((each) => line(each, middle, each.odd)), ...below.map((each) => line(middle, each, each.odd))];
      return { height, lines, heads: heads.map((text, column) => [x[column], 16, text]) };
    }

    // One column: a line on the left leads from the parents to the profile, and on to the children.
    narrow(above, middle, below, heads) {
      const [left, top, h, step] = [26, 26, 44, 52];
      let y = 0;
      const shown = [];
      [above, [middle], below].forEach((items, column) => {
        if (!items.length) return;
        shown.push([left, y + 16, heads[column]]);
        y += top;
        for (const item of items) {
          Object.assign(item, { x: left, y, w: this.width - left - 2, h });
          y += step;
        }
      });
      const mid = (item) => item.y + h / 2;
      const into = (item) => `M 8 ${mid(item)} H ${left - 2} M ${left - 8} ${mid(item) - 4} L ${left - 2} ${mid(item)} L ${left - 8} ${mid(item) + 4}`;
      const out = (item) => `M 8 ${mid(item)} H ${left}`;
      const all = [...above, middle, ...below];
      const lines = [
        { d: `M 8 ${mid(all[0])} V ${mid(all.at(-1))}`, class: "" },
        ...above.map((item) => ({ d: out(item), class: item.odd ? "odd" : "" })),
        ...(above.length ? [{ d: into(middle), class: "" }] : below.length ? [{ d: out(middle), class: "" }] : []),
        ...below.map((item) => ({ d: into(item), class: item.odd ? "odd" : "" })),
      ];
      return { height: y, lines: all.length > 1 ? lines : [], heads: shown };
    }
  }
  const graphs = new Map([...document.querySelectorAll("[data-graph]")].map((host) => [host.id, new Graph(host)]));

  // A link to a profile puts it in the middle of its drawing.
  const follow = () => {
    const [, part, node] = /^#(r\d+)-g(\d+)$/.exec(location.hash) ?? [];
    const graph = graphs.get(`${part}-graph`);
    if (!graph) return;
    graph.host.scrollIntoView({ block: "start" });
    graph.center(Number(node), true);
  };
  addEventListener("hashchange", follow);

  // On paper everything is unfolded, but the matrices that nobody asked for.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open], .each)")];
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
  });

  setLanguage(document.querySelector('input[name="language"]:checked')?.value ?? document.documentElement.lang);
  matricesIn(document);
  follow();
}
