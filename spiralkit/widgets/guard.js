// Stands unseen in an app and looks after its keys, its focus and its names, wherever the app is shown.
// Python says which keys the app takes (taken, in small letters) and is told {key} when one is pressed where nothing
// else wants it; {show: true} scrolls to the app that was opened inside this one.
const WRITES = "textarea, select, input:not([type=checkbox]), [contenteditable=true], [role=slider]";
const SUPPRESS = "data-lm-suppress-shortcuts"; // JupyterLab leaves keys alone at and below what has it
const CAN = "button:not(:disabled), [role=button][tabindex='0'], select:not(:disabled), input:not(:disabled), textarea";

function render({ model, el }) {
  let root, held, watch, timer;

  const seen = (one) => one.isConnected && one.getClientRects().length > 0;
  const lost = (one) => one.disabled || !seen(one);

  const shortcut = (event) => event.ctrlKey || event.altKey || event.metaKey; // these stay JupyterLab's

  function before(event) { // ahead of JupyterLab
    if (root.contains(event.target)) root.toggleAttribute(SUPPRESS, !shortcut(event));
    if (homeless() && !root.contains(event.target)) pressed(event); // JupyterLab would do something to the cell
  }
  function pressed(event) {
    if (shortcut(event)) return;
    event.stopPropagation();
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.target.closest(WRITES) || !model.get("taken").includes(key)) return;
    event.preventDefault();
    model.send({ key });
  }
  function focused(event) { held = root.contains(event.target) ? event.target : null; }
  function clicked(event) { if (!root.contains(event.target)) held = null; }

  function mend(changes) {
    if (changes?.some((change) => change.target === root && change.attributeName === "class")) {
      for (const list of root.querySelectorAll("select[size]")) { // in other type it has to be scrolled anew
        setTimeout(() => {
          const at = list.selectedIndex;
          list.selectedIndex = -1;
          list.selectedIndex = at;
        }, 100);
      }
    }
    for (const one of root.querySelectorAll(".widget-toggle-button, .widget-toggle-buttons button")) {
      const on = String(one.classList.contains("mod-active"));
      if (one.getAttribute("aria-pressed") !== on) one.setAttribute("aria-pressed", on);
    }
    for (const one of root.querySelectorAll("[title=null]")) one.removeAttribute("title");
    for (const one of root.querySelectorAll(".noUi-handle:not([aria-label])")) {
      one.setAttribute("aria-label", one.closest(".jupyter-widgets").querySelector(".widget-label").textContent);
    }
    clearTimeout(timer);
    timer = setTimeout(refocus, 100); // when all of a step is drawn
  }
  function homeless() { // what had the focus has gone or cannot be pressed any more, and nothing else has it yet
    return held && [document.body, held].includes(document.activeElement) && lost(held);
  }
  function refocus() {
    if (!homeless()) return;
    const row = [...(held.parentElement?.querySelectorAll("button") ?? [])];
    const [left, right] = [row.slice(0, row.indexOf(held)).reverse(), row.slice(row.indexOf(held) + 1)];
    const [pictured, others] = [[], []]; // what stands in a picture comes last: it was not in use
    for (const one of root.querySelectorAll(CAN)) (one.closest(".spiralkit-picture") ? pictured : others).push(one);
    const after = others.filter((one) => held.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING);
    [...right, ...left, ...after, ...others, ...pictured].find((one) => !lost(one))?.focus({ preventScroll: true });
  }
  function show(message) {
    const inner = root.querySelector(".spiralkit");
    const up = () => inner.scrollIntoView({ block: "start" });
    if (message.show && inner) { up(); setTimeout(up, 300); } // once more when all of it stands
    else if (message.show) setTimeout(show, 50, message);
  }
  function begin() { // as soon as it hangs in its app
    root = el.closest(".spiralkit");
    if (!root) { timer = setTimeout(begin, 50); return; }
    root.toggleAttribute(SUPPRESS, true);
    window.addEventListener("keydown", before, true);
    root.addEventListener("keydown", pressed);
    document.addEventListener("focusin", focused);
    document.addEventListener("pointerdown", clicked, true);
    watch = new MutationObserver(mend);
    watch.observe(root, { subtree: true, childList: true, attributeFilter: ["class", "disabled", "style", "title"] });
    model.on("msg:custom", show);
    mend();
  }
  begin();
  return () => {
    clearTimeout(timer);
    watch?.disconnect();
    window.removeEventListener("keydown", before, true);
    document.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", clicked, true);
    model.off("msg:custom", show);
  };
}
export default { render };
