// The language switch of reference pages. What stands in another language too carries the class agentcfg-alt-<tag>;
// to read one language only is to hide what has an alternative in it. The reader's choice is kept for every page.
(() => {
  "use strict";
  const KEY = "agentcfg-language";
  const known = new Set(); // the views that this page has, once it has been read
  let first = "both";
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden; the switch works all the same
    }
  };
  const show = (wanted) => {
    const view = known.size && !known.has(wanted) ? first : wanted;
    sheet.replaceSync(view === "both" ? "" : `.agentcfg-alt-${CSS.escape(view)} { display: none !important; }`);
    document.documentElement.dataset.agentcfgView = view;
    for (const button of document.querySelectorAll(".agentcfg-switch button")) {
      button.setAttribute("aria-pressed", String(button.value === view));
    }
  };
  const choose = (view) => {
    try {
      localStorage.setItem(KEY, view);
    } catch {
      // as above
    }
    show(view);
  };

  const build = (place) => {
    const tags = place.dataset.languages.split(" ");
    const names = place.dataset.names.split("|");
    const views = tags.map((tag, i) => [tag, names[i]]);
    views.splice(1, 0, ["both", place.dataset.both]);
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", place.dataset.label);
    for (const [view, name] of views) {
      known.add(view);
      const button = document.createElement("button");
      button.type = "button";
      button.value = view;
      button.textContent = name;
      if (view !== "both") button.lang = view;
      button.addEventListener("click", () => choose(view));
      group.append(button);
    }
    place.replaceChildren(group);
  };

  const target = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null; // not an address of ours
    }
  };
  const start = () => {
    for (const pre of document.querySelectorAll(".agentcfg pre")) {
      if (!pre.querySelector("a")) pre.tabIndex = 0; // long lines are scrolled to with the keyboard too
    }
    const places = [...document.querySelectorAll(".agentcfg-switch[data-languages]")];
    if (!places.length) {
      // an example on a page of prose: it has no switch, and starts in the first view all the same
      const alone = document.querySelector("[data-agentcfg-first]");
      if (alone && !stored()) show(alone.dataset.agentcfgFirst);
      return;
    }
    first = places[0].dataset.first;
    places.forEach(build);
    show(stored());
    target()?.scrollIntoView({ behavior: "instant" }); // a permalink's target may have moved while a language was hidden
  };

  if (stored()) show(stored()); // before anything is painted
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  const follow = () => stored() && show(stored());
  addEventListener("storage", follow); // a choice in another tab
  addEventListener("pageshow", (event) => event.persisted && follow()); // back to a page as it was left
})();
