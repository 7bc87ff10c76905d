// Moves cards: measures where every `data-card` was and is, and lets it travel from there to here.
//
// A card that was nowhere can come from a place: `data-origin="seat-2"` on the card, `data-place="seat-2"` on the place.

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spots {
  cards: Map<string, Spot>;
  places: Map<string, Spot>;
}

/** Where every card and place is now. */
export function measure(root: ParentNode): Spots {
  const spots: Spots = { cards: new Map(), places: new Map() };
  for (const element of marked(root, "card")) note(spots.cards, element.dataset.card!, element);
  for (const element of marked(root, "place")) note(spots.places, element.dataset.place!, element);
  return spots;
}

/** Lets every card travel from where it was; says how many are on the way. */
export function fly(root: ParentNode, before: Spots, millis: number): number {
  let flying = 0;
  const seen = new Set<string>();
  for (const element of marked(root, "card")) {
    const id = element.dataset.card!;
    if (seen.has(id)) continue;
    seen.add(id);
    const origin = element.dataset.origin;
    const from = before.cards.get(id) ?? (origin === undefined ? undefined : before.places.get(origin));
    const to = spot(element);
    if (!from || !to || isSame(from, to)) continue;
    travel(element, from, to, millis, flying);
    flying += 1;
  }
  return flying;
}

function travel(element: HTMLElement, from: Spot, to: Spot, millis: number, place: number): void {
  // A board that is shown smaller says by how much in `data-zoom`; what it moves by is smaller, too.
  const zoom = Number(element.closest<HTMLElement>("[data-zoom]")?.dataset.zoom ?? 1);
  const dx = (from.x + from.width / 2 - (to.x + to.width / 2)) / zoom;
  const dy = (from.y + from.height / 2 - (to.y + to.height / 2)) / zoom;
  const scale = Math.max(0.2, Math.min(5, Math.max(from.width, from.height) / Math.max(to.width, to.height)));
  // `translate` and `scale` leave `transform` alone, which a board may use to fan its cards. A lift on the way makes it
  // look carried rather than pushed.
  element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale, zIndex: 60 },
      { translate: `${dx * 0.4}px ${dy * 0.4 - 14}px`, scale: (scale + 1) / 2 + 0.08, zIndex: 60, offset: 0.5 },
      { translate: "0px 0px", scale: 1, zIndex: 60 },
    ],
    { duration: millis, delay: Math.min(place, 8) * millis * 0.08, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards" },
  );
}

function marked(root: ParentNode, what: "card" | "place"): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>(`[data-${what}]`);
}

function note(map: Map<string, Spot>, key: string, element: HTMLElement): void {
  const where = spot(element);
  if (where && !map.has(key)) map.set(key, where);
}

function spot(element: HTMLElement): Spot | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function isSame(a: Spot, b: Spot): boolean {
  return Math.abs(a.x - b.x) < 3 && Math.abs(a.y - b.y) < 3 && Math.abs(a.width - b.width) < 3;
}
