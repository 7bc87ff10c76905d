// Which tokens are likely to be wanted: those that the words of the viewer's cards speak of, those on the table, and a few that are common.
import type { Colour, TokenSpec } from "../../../protocol/games/spellbook";
import { wordsOf, type WordsOfCard } from "../../../lib/words.svelte";
import { seen, type Thing } from "./scene";
import type { Scene } from "./table";

const COLOURS: Record<string, Colour> = { white: "w", blue: "u", black: "b", red: "r", green: "g" };

const CREATURE =
  /creates? (?:a|an|one|two|three|four|five|six|x|\d+|that many) (?:tapped )?(?:and attacking )?(?:legendary )?([\dX*]+)\/([\dX*]+) ((?:(?:white|blue|black|red|green|colou?rless)(?:,? and |, )?)+) ([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*)((?: (?:artifact|enchantment))*) creature tokens?(?: with ([^.]*))?/giu;

/** The tokens that this text speaks of. */
export function spokenOf(text: string): TokenSpec[] {
  return [...text.matchAll(CREATURE)].map(([, power, toughness, colours, name, types, abilities]) => {
    const kinds = (types ?? "").trim();
    const line = [kinds ? upper(kinds) : "", "Creature"].filter(Boolean).join(" ");
    return {
      kind: "token",
      name: name!,
      line: `${line} — ${name!}`,
      power: power!,
      toughness: toughness!,
      ...withColours(colours!),
      ...(abilities ? { text: upper(abilities.replaceAll(/[“”"]/g, "").trim()) } : {}),
    };
  });
}

function withColours(text: string): Pick<TokenSpec, "colours"> {
  const colours = Object.entries(COLOURS).flatMap(([word, colour]) => (text.toLowerCase().includes(word) ? [colour] : []));
  return colours.length > 0 ? { colours } : {};
}

function upper(text: string): string {
  return text
    .split(" ")
    .map((word, at) => (at === 0 ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word))
    .join(" ");
}

const creature = (name: string, power: string, colours: Colour[], text?: string): TokenSpec => ({
  kind: "token",
  name,
  line: `Creature — ${name}`,
  power,
  toughness: power,
  ...(colours.length > 0 ? { colours } : {}),
  ...(text ? { text } : {}),
});

/** Tokens that many decks make. */
export const COMMON: readonly TokenSpec[] = [
  creature("Soldier", "1", ["w"]),
  creature("Spirit", "1", ["w"], "Flying"),
  creature("Shade", "2", ["b"]),
  creature("Imp", "1", ["r"], "Haste"),
  creature("Beast", "3", ["g"]),
  creature("Construct", "1", []),
  { kind: "token", name: "Coin", line: "Artifact", text: "{T}, Sacrifice this: Add one mana of any colour." },
  { kind: "token", name: "Provisions", line: "Artifact", text: "{2}, {T}, Sacrifice this: You gain 3 life." },
];

/** What to suggest, likeliest first and each once. */
export function suggestions(scene: Scene): TokenSpec[] {
  const player = scene.you === null ? undefined : scene.players[scene.you];
  const own = player ? [...player.battlefield, ...scene.stack, ...player.hand, ...player.graveyard, ...player.command] : [];
  const made = own.flatMap(({ face }) => (face === null ? [] : (wordsOf(face)?.tokens ?? []))).flatMap(printedOn);
  const said = own.flatMap((thing) => spokenOf(seen(thing)?.text ?? ""));
  const lying = scene.players.flatMap(({ battlefield }) => battlefield.flatMap(specOf));
  const all = new Map<string, TokenSpec>();
  for (const spec of [...made, ...said, ...lying, ...COMMON]) {
    const key = JSON.stringify([spec.name, spec.power, spec.toughness, spec.text, spec.colours]);
    if (!all.has(key)) all.set(key, spec);
  }
  return [...all.values()];
}

/** A token as its card is printed. */
function printedOn({ id, faces: [face] }: WordsOfCard): TokenSpec[] {
  if (!face) return [];
  const colours = COLOUR_LETTERS.filter((letter) => [...(face.colours ?? [])].join("").toLowerCase().includes(letter));
  return [
    {
      kind: "token",
      name: face.name,
      ...(face.type ? { line: face.type } : {}),
      ...(face.text ? { text: face.text.replaceAll("\n", " ") } : {}),
      ...(face.power ? { power: face.power } : {}),
      ...(face.toughness ? { toughness: face.toughness } : {}),
      ...(colours.length > 0 ? { colours } : {}),
      ...(id ? { like: id } : {}),
    },
  ];
}

const COLOUR_LETTERS = ["w", "u", "b", "r", "g"] as const;

function specOf({ more: { token } }: Thing): TokenSpec[] {
  return token?.kind === "token" ? [token] : [];
}
