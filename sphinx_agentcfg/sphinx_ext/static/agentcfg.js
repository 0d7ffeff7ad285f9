// The language switch of reference pages. What stands in another language too carries the class agentcfg-alt-<tag>;
// to read one language only is to hide what has an alternative in it. The reader's choice is kept for every page.
(() => {
  "use strict";
  const KEY = "agentcfg-language";
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden; the switch works all the same
    }
  };
  const show = (view) => {
    sheet.replaceSync(view && view !== "both" ? `.agentcfg-alt-${CSS.escape(view)} { display: none !important; }` : "");
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

  const start = () => {
    const places = [...document.querySelectorAll(".agentcfg-switch[data-languages]")];
    if (!places.length) return;
    places.forEach(build);
    const known = new Set(["both", ...places.flatMap((place) => place.dataset.languages.split(" "))]);
    const chosen = stored();
    show(known.has(chosen) ? chosen : places[0].dataset.first);
    // a permalink's target may have moved while a language was hidden
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
  };

  if (stored()) show(stored()); // before anything is painted
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue) show(event.newValue);
  });
})();
