// A table of Spellbook as the board draws it: every card, token and ability is a `Thing`, wherever it lies.
import type { CardId, More, PieceId, Seat, Side, Target, Zone } from "../../../protocol/games/spellbook";
import { wordsOf } from "../../../lib/words.svelte";
import { printed, type Printed } from "./printed";

/** What a thing is called on the page: `c12` is a card, `t3` a token. */
export type Key = string;

export interface Thing {
  key: Key;
  piece: PieceId;
  zone: Zone;
  /** Whose zone it lies in; on the battlefield, who controls it. */
  seat: Seat;
  owner: Seat;
  /** What is printed on it, if the viewer may see that. */
  face: CardId | null;
  side: Side;
  tapped: boolean;
  /** It came under its controller's control this turn. */
  isNew: boolean;
  /** Tells face-down cards on the table apart. */
  letter: string;
  isCommander: boolean;
  more: More;
}

export function keyOf(piece: PieceId): Key {
  return "card" in piece ? `c${piece.card}` : `t${piece.token}`;
}

/** What this is aimed at, as a key; `s0` is a player. */
export function targetKey(target: Target): Key {
  return "seat" in target ? `s${target.seat}` : keyOf(target);
}

/** The card's number; null for what is no card. */
export function cardOf({ piece }: Thing): number | null {
  return "card" in piece ? piece.card : null;
}

/** What the viewer sees on it: null for a back. */
export function seen(thing: Thing): Printed | null {
  const { token } = thing.more;
  if (token) return ofToken(token);
  return thing.face === null ? null : printed(thing.face, wordsOf(thing.face), thing.side === "back" ? 1 : 0);
}

/** What everybody sees on it: on the table, null while it lies face down. */
export function shown(thing: Thing): Printed | null {
  return isFaceDown(thing) ? null : seen(thing);
}

/** It lies face down, where others see a back. */
export function isFaceDown(thing: Thing): boolean {
  return thing.side === "down" && thing.zone !== "hand" && thing.zone !== "library" && thing.zone !== "sideboard";
}

const specs = new WeakMap<object, Printed>();

function ofToken(spec: NonNullable<More["token"]>): Printed {
  const known = specs.get(spec);
  if (known) return known;
  const like = spec.like ? printed(spec.like, wordsOf(spec.like)) : null;
  const stat = spec.power !== undefined || spec.toughness !== undefined ? `${spec.power ?? "–"}/${spec.toughness ?? "–"}` : "";
  const made: Printed = {
    name: spec.name || (like?.name ?? "Token"),
    cost: [],
    type: spec.line ?? like?.type ?? KINDS[spec.kind],
    text: spec.text ?? like?.text ?? "",
    stat: stat || (like?.stat ?? ""),
    colours: (spec.colours ?? []).flatMap((colour) =>
      colour === "c" ? [] : [colour.toUpperCase() as Printed["colours"][number]],
    ),
    power: Number.parseInt(spec.power ?? "0", 10) || 0,
    isDouble: false,
    isUnknown: false,
    toldBy: null,
  };
  if (!like?.isUnknown) specs.set(spec, made);
  return made;
}

const KINDS = { token: "Token", copy: "Copy", emblem: "Emblem", ability: "Ability" } as const;

/** Its size as it is marked; null if that is what is printed. */
export function changedStat({ more }: Thing, card: Printed | null): string | null {
  if (more.power === undefined && more.toughness === undefined) return null;
  const [power, toughness] = (card?.stat ?? "").split("/");
  return `${more.power ?? power ?? "–"}/${more.toughness ?? toughness ?? "–"}`;
}

/** What it is called in a sentence and by a screen reader. */
export function nameOf(thing: Thing): string {
  const card = seen(thing);
  if (!card) return thing.letter ? `face-down card ${thing.letter}` : "face-down card";
  return isFaceDown(thing) ? `${card.name} (face down, ${thing.letter})` : card.name;
}

/** The numbers of those that are cards. */
export function fromKeys(things: readonly Thing[]): number[] {
  return things.flatMap((thing) => cardOf(thing) ?? []);
}
