// Tables of Spellbook for the tests beside the code, and the words of a few house cards.
import { learn, type WordsOfCard } from "../../lib/words.svelte";
import type { PieceView, PlayerView, Shown, View } from "../../protocol/games/spellbook";

/** The face of a card with this name: any 32 digits that are its own. */
export function faceOf(name: string): string {
  return [...name.padEnd(16, "·").slice(0, 16)]
    .map((letter) => (letter.charCodeAt(0) & 255).toString(16).padStart(2, "0"))
    .join("");
}

const CARDS: readonly WordsOfCard["faces"][number][] = [
  {
    name: "Lap Kitten",
    cost: "{W}",
    type: "Creature — Cat",
    text: "Purr (Damage it deals also gives you that much life.)",
    power: "1",
    toughness: "1",
  },
  { name: "Sofa Tyrant", cost: "{4}{G}", type: "Creature — Cat", text: "Barge", power: "5", toughness: "5" },
  { name: "Magpie Informant", cost: "{2}{U}", type: "Creature — Bird Spy", text: "Flying", power: "2", toughness: "2" },
  { name: "Double or Nothing", cost: "{3}{R}", type: "Sorcery", text: "Draw two cards." },
  { name: "Short Fuse", cost: "{R}", type: "Instant", text: "Short Fuse deals 2 damage to any creature or player." },
  { name: "Yarn Basket", cost: "{2}", type: "Artifact", text: "{T}: Add {C}." },
  { name: "Garden", type: "Basic Land — Garden", text: "{T}: Add {G}." },
  { name: "Windowsill", type: "Basic Land — Windowsill", text: "{T}: Add {W}." },
  {
    name: "Duchess Marmalade",
    cost: "{1}{G}{W}",
    type: "Legendary Creature — Cat Noble",
    text: "Other Cats you control get +1/+1.",
    power: "2",
    toughness: "2",
  },
  {
    name: "Mother of Six",
    cost: "{3}{W}",
    type: "Creature — Cat",
    text: "When this creature enters, create two 1/1 white Kitten creature tokens with purr.",
    power: "2",
    toughness: "3",
  },
];

/** Lets the page know the words of all cards here. */
export function learnAll(): void {
  learn(Object.fromEntries(CARDS.map((face) => [faceOf(face.name), { name: face.name, layout: "normal", faces: [face] }])));
}

let next = 0;

/** A card that the viewer sees, with a number of its own; without a name, one that they do not see. */
export function card(name?: string): Shown<string> {
  next += 1;
  return { id: next, ...(name ? { type: faceOf(name) } : {}) };
}

export function piece(name: string | null, owner: number, more: Partial<PieceView> = {}): PieceView {
  const { id, type } = card(name ?? undefined);
  return { id, ...(type ? { type } : {}), owner, controller: owner, side: "up", tapped: false, since: 0, ...more };
}

export function player(more: Partial<PlayerView> = {}): PlayerView {
  return {
    life: 20,
    counters: [],
    mana: [0, 0, 0, 0, 0, 0],
    tax: [],
    commander_damage: [],
    library: [],
    hand: [],
    battlefield: [],
    graveyard: [],
    exile: [],
    command: [],
    sideboard: [],
    gone: [],
    choices: [],
    commanders: [],
    wins: 0,
    mulligans: 0,
    ...more,
  };
}

export function table(players: PlayerView[], more: Partial<View> = {}): View {
  return {
    you: 0,
    phase: { type: "playing" },
    options: {
      format: "free",
      life: null,
      best_of: "one",
      mulligan: "london",
      undo: "ask",
      frame: "guided",
      auto_loss: false,
      commander_damage: true,
    },
    living: players.map((_, seat) => seat),
    game: 1,
    turn: { number: 3, active: 0, step: "main-1", first: 0, extra: [], usual: 0 },
    holds: [],
    players,
    stack: [],
    aside: [],
    piles: [],
    arrows: [],
    designations: [],
    counted: [],
    undoable: 0,
    ...more,
  };
}
