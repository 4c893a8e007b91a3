// A picture whose cells and cards answer to the pointer and to keys. Python draws it and is told what was done:
// {act: "press"} (with the key, if it was one), {act: "point"} with the data of the cell or card (none: nothing is
// pointed at), {act: "key", key} with the data of what has the focus.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = ["Escape", "Backspace", "Delete"]; // told like letters

function render({ model, el }) {
  const stops = {}; // cell or card -> the data of the one that Tab comes to
  let down = "", pointed = "", timer, drawing = false, at = "";

  const part = (target) => target?.closest?.("[role=button]");
  const name = (one) => one?.dataset.cell ?? one?.dataset.card ?? "";
  const kind = (one) => ("cell" in one.dataset ? "cell" : "card");
  const all = (selector) => [...el.querySelectorAll(`${selector}[role=button]`)];
  const focused = () => (el.contains(el.getRootNode().activeElement) ? part(el.getRootNode().activeElement) : null);
  const walked = () => (focused()?.matches(":focus-visible") ? focused() : null); // by keys
  const find = (data) =>
    "cell" in data
      ? (all(`[data-cell="${data.cell}"]`)[0] ?? all(`[data-column="${data.column}"]`).at(-1))
      : (all(`[data-card="${data.card}"]`)[0] ?? all(`[data-column="${data.column}"]`).at(-1));

  function draw() {
    const held = focused();
    drawing = true;
    el.innerHTML = model.get("value");
    for (const data of Object.values(stops)) if (find(data)) stop(find(data));
    if (held) (find(held.dataset) ?? all("")[0])?.focus({ preventScroll: true });
    drawing = false;
    ring();
  }
  function stop(one) {
    for (const other of all(`[data-${kind(one)}]`)) other.tabIndex = other === one ? 0 : -1;
    stops[kind(one)] = { ...one.dataset };
  }
  function ring() { // over all other shapes, where no neighbour covers half of it; but below cards that lie on it
    el.querySelector(".spiralkit-focus")?.remove();
    const one = walked(), next = one?.nextElementSibling?.dataset;
    if (!one) return;
    const shape = one.querySelector("path, rect").cloneNode();
    shape.setAttribute("class", "spiralkit-focus");
    next?.column && next.column === one.dataset.column ? one.after(shape) : el.firstElementChild.append(shape);
  }
  function press(one, how) {
    clearTimeout(timer);
    pointed = name(one); // what was pressed is not pointed at as well
    if (one) model.send({ act: "press", ...one.dataset, ...how });
  }
  function point(one) {
    clearTimeout(timer);
    if (drawing || name(one) === pointed) return;
    const told = { act: "point", ...one?.dataset };
    timer = setTimeout(() => { pointed = name(one); model.send(told); }, 60); // not what the pointer only crosses
  }
  function step(from, [x, y]) {
    const middle = (one) => {
      const box = one.querySelector("path, rect").getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x0, y0] = middle(from);
    const far = (one) => {
      const [x1, y1] = middle(one);
      const along = (x1 - x0) * x + (y1 - y0) * y, across = Math.abs((x1 - x0) * y - (y1 - y0) * x);
      const inside = along > 2 && (kind(one) !== kind(from) || across <= along);
      return inside ? along + 1.5 * across : Infinity;
    };
    const nearest = (ones) => ones.sort((one, other) => far(one) - far(other)).find((one) => far(one) < Infinity);
    const other = kind(from) === "cell" ? "card" : "cell";
    (nearest(all(`[data-${kind(from)}]`)) ?? nearest(all(`[data-${other}]`)))?.focus();
  }

  // Pointer down and up rather than a click: the picture may be drawn anew between the two.
  el.addEventListener("pointerdown", (event) => { down = name(part(event.target)); });
  el.addEventListener("pointerup", (event) => {
    const one = part(event.target);
    if (down && down === name(one)) press(one);
    down = "";
  });
  el.addEventListener("click", (event) => { if (event.detail === 0) press(part(event.target)); }); // by a screen reader
  el.addEventListener("pointerover", (event) => {
    const moved = at !== (at = `${event.clientX} ${event.clientY}`); // else the picture was drawn anew below it
    if (moved) point(part(event.target));
  });
  el.addEventListener("pointerleave", () => point(walked()));
  el.addEventListener("focusin", (event) => {
    if (!drawing) ring();
    stop(part(event.target));
    if (walked()) point(part(event.target));
  });
  el.addEventListener("focusout", () => { if (!drawing) setTimeout(() => { ring(); if (!focused()) point(); }); });
  el.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const one = part(event.target);
    if (event.key in ARROWS) { if (one) step(one, ARROWS[event.key]); }
    else if (event.key === "Enter" || event.key === " ") { if (!event.repeat) press(one, { key: event.key }); }
    else if (event.key.length === 1 || KEYS.includes(event.key)) model.send({ act: "key", ...one?.dataset, key: event.key });
    else return;
    event.preventDefault();
  });
  model.on("change:value", draw);
  draw();
  return () => model.off("change:value", draw);
}
export default { render };
