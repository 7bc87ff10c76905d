// What the cards are called and what they say, and which ink they are printed with.
import type { Kind } from "../../../protocol/games/exploding-kittens";

export interface Sheet {
  /** What it is called in a sentence. */
  title: string;
  /** The same, broken into the lines of the card. */
  lines: string[];
  /** What it does, in a sentence. */
  text: string;
  /** The second ink. */
  ink: string;
}

export const INKS = {
  red: "#e0312c",
  sulphur: "#f4c20d",
  orange: "#ef7f1a",
  green: "#4fa35b",
  blue: "#4c8fd6",
  violet: "#a777d0",
  teal: "#2fa198",
  pink: "#ee8fa8",
  sand: "#d8a760",
  bone: "#cfc4ad",
} as const;

const CAT = "Two of a kind steal a card, three steal the card that you name.";

/** Every kind of card. */
export const SHEETS: Record<Kind, Sheet> = {
  exploding_kitten: sheet("Exploding|Kitten", INKS.red, "Who draws it and cannot defuse it is dead."),
  imploding_kitten: sheet(
    "Imploding|Kitten",
    INKS.violet,
    "Drawn first, it goes back face up. Drawn face up, it kills, and nothing helps.",
  ),
  defuse: sheet("Defuse", INKS.green, "Saves you from an Exploding Kitten, which you tuck back into the pile wherever you like."),
  nope: sheet("Nope", INKS.red, "Stops anything but a kitten or a Defuse, another Nope included."),
  attack: sheet(
    "Attack",
    INKS.orange,
    "End your turn without drawing. The next player takes two turns, and any that you owed under attack.",
  ),
  targeted_attack: sheet("Targeted|Attack", INKS.orange, "An Attack against any player you choose."),
  skip: sheet("Skip", INKS.blue, "End one turn without drawing."),
  super_skip: sheet("Super|Skip", INKS.blue, "End all the turns you owe without drawing."),
  shuffle: sheet("Shuffle", INKS.teal, "Shuffle the pile, 1 to 100 times."),
  see_the_future: sheet("See the|Future", INKS.violet, "Look at the top three cards of the pile."),
  see_the_future_five: sheet("See the|Future (5)", INKS.violet, "Look at the top five cards of the pile."),
  alter_the_future: sheet("Alter the|Future", INKS.pink, "Look at the top three cards of the pile and put them in any order."),
  alter_the_future_five: sheet(
    "Alter the|Future (5)",
    INKS.pink,
    "Look at the top five cards of the pile and put them in any order.",
  ),
  reverse: sheet("Reverse", INKS.blue, "Turn the order of play round and end one turn without drawing."),
  draw_from_the_bottom: sheet("Draw from|the Bottom", INKS.teal, "End one turn by drawing the bottom card."),
  swap_top_and_bottom: sheet(
    "Swap Top|and Bottom",
    INKS.teal,
    "The top and the bottom card of the pile change places. Nobody looks.",
  ),
  mark: sheet("Mark", INKS.sulphur, "Pick a card of another hand. It lies face up for all to see while it is there."),
  curse_of_the_cat_butt: sheet(
    "Curse of the|Cat Butt",
    INKS.pink,
    "Another player cannot see their own cards until they draw safely or defuse a kitten.",
  ),
  catomic_bomb: sheet(
    "Catomic|Bomb",
    INKS.sulphur,
    "All Exploding Kittens go on top of the pile, the rest is shuffled, and your turn ends.",
  ),
  garbage_collection: sheet(
    "Garbage|Collection",
    INKS.green,
    "Everybody gives a card of their choice, and all are shuffled into the pile.",
  ),
  streaking_kitten: sheet("Streaking|Kitten", INKS.sulphur, "While you hold it you may keep one Exploding Kitten in your hand."),
  favor: sheet("Favor", INKS.pink, "Another player gives you a card of their choice."),
  tacocat: sheet("Tacocat", INKS.sulphur, CAT),
  beard_cat: sheet("Beard Cat", INKS.orange, CAT),
  rainbow_ralphing_cat: sheet("Rainbow-|Ralphing Cat", INKS.pink, CAT),
  hairy_potato_cat: sheet("Hairy|Potato Cat", INKS.sand, CAT),
  cattermelon: sheet("Cattermelon", INKS.red, CAT),
  feral_cat: sheet("Feral Cat", INKS.bone, "Goes with any cat."),
};

/** What a card is called. */
export function title(kind: Kind): string {
  return SHEETS[kind].title;
}

/** "a Skip", "an Attack", "the Imploding Kitten". */
export function aCard(kind: Kind | undefined): string {
  if (kind === undefined) return "a card";
  if (kind === "imploding_kitten" || kind === "curse_of_the_cat_butt") return `the ${title(kind)}`;
  return `${/^[AEIO]/.test(title(kind)) ? "an" : "a"} ${title(kind)}`;
}

/** Cards that are played together: "two Tacocats", "a Tacocat and a Feral Cat". */
export function cardsTogether(kinds: (Kind | undefined)[]): string {
  const counted = new Map<Kind | undefined, number>();
  for (const kind of kinds) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  const parts = [...counted].map(([kind, count]) =>
    count === 1 ? aCard(kind) : `${count === 2 ? "two" : "three"} ${kind ? `${title(kind)}s` : "cards"}`,
  );
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "a card");
}

/** Whether it is one of those that kill. */
export function isDeadly(kind: Kind | undefined): boolean {
  return kind === "exploding_kitten" || kind === "imploding_kitten";
}

function sheet(lines: string, ink: string, text: string): Sheet {
  return { title: lines.replace("-|", "-").replaceAll("|", " "), lines: lines.split("|"), text, ink };
}
