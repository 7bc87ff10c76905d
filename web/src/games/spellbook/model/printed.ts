// What is printed on a side of a card, as the pictures and the texts of the board use it.
import type { WordsOfCard } from "../../../lib/words.svelte";
import { COLOURS, type Colour } from "../art/inks";
import { said, symbols } from "./symbols";

export interface Printed {
  name: string;
  cost: string[];
  type: string;
  text: string;
  /** Power and toughness, loyalty or defence; empty without. */
  stat: string;
  colours: Colour[];
  /** The colours of the mana that a land is for. */
  power: number;
  /** It has another side. */
  isDouble: boolean;
  /** Nobody has said what this card is. */
  isUnknown: boolean;
  toldBy: string | null;
}

const TWO_SIDED = ["transform", "modal_dfc", "meld", "double_faced_token", "reversible_card", "art_series"];
const kept = new WeakMap<WordsOfCard, Printed[]>();

/** What is on this side of a card; a card without words is shown by its id. */
export function printed(id: string, words: WordsOfCard | undefined, side = 0): Printed {
  if (!words) return unknown(id);
  const sides = kept.get(words) ?? sidesOf(words);
  kept.set(words, sides);
  return sides[side] ?? sides[0]!;
}

function sidesOf(words: WordsOfCard): Printed[] {
  const isDouble = TWO_SIDED.includes(words.layout ?? "") && words.faces.length > 1;
  const all = words.faces.map((face) => {
    const [type, text] = [face.type ?? face.type_line ?? "", face.text ?? ""];
    const cost = symbols(face.cost ?? "");
    return {
      name: face.name,
      cost,
      type,
      text,
      stat: statOf(face),
      colours: coloursOf(face.colours ?? face.colors, cost, type, text),
      power: Number.parseInt(face.power ?? "0", 10) || 0,
      isDouble,
      isUnknown: false,
      toldBy: words.told_by ?? null,
    };
  });
  const first = all[0];
  if (!first) return [unknown(words.name)];
  if (isDouble || all.length === 1) return all;
  // Both halves lie on the table at once.
  const others = all
    .slice(1)
    .map(({ name, cost, type, text }) => `— ${name} ${cost.map((one) => `{${one}}`).join("")} · ${type}\n${text}`);
  return [{ ...first, name: words.name, text: [first.text, ...others].filter(Boolean).join("\n") }];
}

function statOf({ power, toughness, loyalty, defense }: WordsOfCard["faces"][number]): string {
  if (given(power) || given(toughness)) return `${power ?? "–"}/${toughness ?? "–"}`;
  return given(loyalty) ? loyalty! : given(defense) ? defense! : "";
}

function given(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text !== "";
}

function coloursOf(colours: readonly string[] | string | null | undefined, cost: string[], type: string, text: string): Colour[] {
  const listed = [...(colours ?? [])].join("").toUpperCase();
  const isLand = /land/i.test(type);
  const from = listed || (isLand ? landMana(type, text) : cost.join(""));
  return COLOURS.filter((colour) => from.includes(colour));
}

const BASICS: Record<string, Colour> = { plains: "W", island: "U", swamp: "B", mountain: "R", forest: "G" };

/** The colours that a land’s own words name: what it adds, or its basic types. */
function landMana(type: string, text: string): string {
  const basic = Object.entries(BASICS).flatMap(([word, colour]) => (type.toLowerCase().includes(word) ? [colour] : []));
  const adds = [...text.matchAll(/add[^.]*/gi)].flatMap(([sentence]) => symbols(sentence));
  return [...basic, ...adds].join("");
}

function unknown(id: string): Printed {
  return {
    name: "Unknown card",
    cost: [],
    type: id.slice(0, 8),
    text: "Nobody has told this page what this card says.",
    stat: "",
    colours: [],
    power: 0,
    isDouble: false,
    isUnknown: true,
    toldBy: null,
  };
}

/** Everything that is on it, as a screen reader says it. */
export function aloud({ name, cost, type, text, stat }: Printed): string {
  return [name, cost.length > 0 ? `costs ${said(cost.map((one) => `{${one}}`).join(""))}` : "", type, stat, said(text)]
    .filter(Boolean)
    .join(". ");
}

export const isLand = ({ type }: Printed): boolean => /\bland\b/i.test(type);
export const isCreature = ({ type }: Printed): boolean => /\bcreature\b/i.test(type);
/** It goes to the graveyard when it has done what it says. */
export const isSpell = ({ type }: Printed): boolean => /\b(instant|sorcery)\b/i.test(type);
