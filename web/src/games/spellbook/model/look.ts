// Sorts the cards of a look into places: what goes where, and the action that says so.
import type { Action, Place, Rest, Sorted } from "../../../protocol/games/spellbook";
import type { Key, Thing } from "./scene";

export interface Bucket {
  id: string;
  label: string;
  /** Nothing for the cards that stay where they are. */
  to: Place | null;
  side?: "down";
  /** Everybody sees them on the way. */
  reveal?: boolean;
}

export const STAY = "stay";

/** Where cards of a look can go: of a library first its two ends, of a hand out of it. */
export function bucketsFor({ isHand, isSearch }: { isHand: boolean; isSearch: boolean }): Bucket[] {
  const stay: Bucket = {
    id: STAY,
    label: isHand ? "Stays in the hand" : isSearch ? "Stays in the library" : "Back on top, in this order",
    to: null,
  };
  const out: Bucket[] = [
    { id: "hand", label: "Hand", to: { zone: "hand" } },
    { id: "hand-shown", label: "Hand, shown to all", to: { zone: "hand" }, reveal: true },
    { id: "battlefield", label: "Into play", to: { zone: "battlefield" } },
    { id: "graveyard", label: "Graveyard", to: { zone: "graveyard" } },
    { id: "exile", label: "Exile", to: { zone: "exile" } },
    { id: "exile-down", label: "Exile, face down", to: { zone: "exile" }, side: "down" },
  ];
  if (isHand) return [stay, ...out.filter(({ to }) => to?.zone !== "hand")];
  const ends: Bucket[] = [
    { id: "bottom", label: "Bottom", to: { zone: "library", at: "bottom" } },
    { id: "random-bottom", label: "Bottom, random order", to: { zone: "library", at: "random-bottom" } },
  ];
  if (!isSearch) return [stay, ...ends, ...out];
  return [stay, ...out, { id: "top", label: "Top of the library, after the shuffle", to: { zone: "library" } }, ...ends];
}

export type Sorting = ReadonlyMap<string, readonly Key[]>;

/** All cards where they are at first. */
export function begun(cards: readonly Thing[]): Sorting {
  return new Map([[STAY, cards.map(({ key }) => key)]]);
}

/** The same with this card in another bucket, before the card at this place there; last, if no place is given. */
export function put(sorting: Sorting, key: Key, bucket: string, at?: number): Sorting {
  const next = new Map([...sorting].map(([id, keys]) => [id, keys.filter((one) => one !== key)]));
  const there = next.get(bucket) ?? [];
  const place = at ?? there.length;
  next.set(bucket, [...there.slice(0, place), key, ...there.slice(place)]);
  return next;
}

/** What the sorting says to the table. */
export function sortOut(cards: readonly Thing[], buckets: readonly Bucket[], sorting: Sorting, rest: Rest): Action {
  const places = new Map(cards.map(({ key }, at) => [key, at]));
  const of = (id: string) => (sorting.get(id) ?? []).flatMap((key) => places.get(key) ?? []);
  const used = buckets.filter(({ id, to }) => to !== null && of(id).length > 0);
  const order = [...used.flatMap(({ id }) => of(id)), ...of(STAY)];
  const piles = used.map(({ id, to, side, reveal }): Sorted => ({
    count: of(id).length,
    to: to!,
    ...(side ? { side } : {}),
    ...(reveal ? { reveal } : {}),
  }));
  return { type: "sort-out", order, ...(piles.length > 0 ? { piles } : {}), rest };
}
