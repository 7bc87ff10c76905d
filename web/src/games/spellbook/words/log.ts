// What happened, as sentences. Cards are called by what the reader knows of them: their names, or how many they are.
import { wordsOf } from "../../../lib/words.svelte";
import type { TextContext } from "../../../lib/game";
import type { Aim, CardId, Event, MillTo, Named, Shown, SortedPile, View, Zone } from "../../../protocol/games/spellbook";
import { textOf } from "../model/secret";
import { stepName } from "./steps";

type At = TextContext<View>;
type Of<Type extends Event["type"]> = Extract<Event, { type: Type }>;

const ZONES: Record<Zone, string> = {
  library: "the library",
  hand: "the hand",
  battlefield: "play",
  graveyard: "the graveyard",
  exile: "exile",
  command: "the command zone",
  sideboard: "the sideboard",
  stack: "the stack",
  aside: "the cards set aside",
};

const MILL: Record<MillTo, string> = {
  graveyard: "into the graveyard",
  exile: "into exile",
  "exile-face-down": "into exile, face down",
  "exile-unseen": "into exile, unseen",
};

const COLOURS = { w: "white", u: "blue", b: "black", r: "red", g: "green", c: "colourless" } as const;
const DOOMS = {
  life: "has no life left",
  poison: "has ten poison counters",
  commander: "has taken 21 damage from one commander",
  "empty-library": "was to draw from an empty library",
} as const;

/** The event as a sentence; null if it needs none. */
export function logged(event: Event, at: At): string | null {
  const { name, you } = at;
  const player = "player" in event ? event.player : null;
  const who = player === null || player === undefined ? "" : name(player);
  const isYou = player !== null && player === you;
  /** "Ann draws", "You draw". */
  const does = (verb: string) => `${who} ${isYou ? base(verb) : verb}`;
  const whose = (seat: number) => (seat === player ? (isYou ? "your" : "their") : seat === you ? "your" : `${name(seat)}’s`);
  const own = isYou ? "your" : "their";

  switch (event.type) {
    case "deck-brought":
      return `${does("brings")} a deck of ${event.cards} cards${event.sideboard > 0 ? ` and a sideboard of ${event.sideboard}` : ""}${event.commanders.length > 0 ? `, led by ${cards(event.commanders)}` : ""}.`;
    case "chooser-found":
      return `${does("says")} who begins.`;
    case "first-chosen":
      return `${subject(event.first, at)} ${event.first === you ? "begin" : "begins"}.`;
    case "mulligan-taken":
      return `${does("takes")} a mulligan${event.mulligans > 1 ? `, the ${nth(event.mulligans)}` : ""}.`;
    case "hand-kept":
      return `${does("keeps")} ${number(event.cards)}${event.bottom > 0 ? ` and ${isYou ? "put" : "puts"} ${event.bottom} on the bottom` : ""}.`;
    case "game-began":
      return event.game > 1 ? `Game ${event.game} begins.` : "The game begins.";
    case "turn-began":
      return `Turn ${event.turn}: ${subject(event.player, at)}.`;
    case "step-began":
      return ["untap", "cleanup"].includes(event.step) ? null : `${stepName(event.step)}.`;
    case "drew":
      return isYou && event.count === event.asked
        ? null
        : `${does("draws")} ${number(event.count)}${short(event.asked, event.count)}.`;
    case "you-drew":
      return `You draw ${cards(event.cards)}.`;
    case "milled":
      return `${does("puts")} ${event.cards.some(({ type }) => type) ? cards(event.cards) : number(event.cards.length)} from ${whose(event.seat)} library ${MILL[event.to]}${short(event.asked, event.cards.length)}.`;
    case "you-milled":
      return `It was ${cards(event.cards)}.`;
    case "shuffled":
      return `${does("shuffles")} ${event.part ? `${number(event.cards)} of ${own}` : own} library.`;
    case "looked":
      return `${does("looks")} at ${number(event.count)} ${"top" in event.part ? "on top" : "at the bottom"} of ${whose(event.seat)} library.`;
    case "searched":
      return `${does("searches")} ${whose(event.seat)} library.`;
    case "hand-looked":
      return `${does("looks")} at ${whose(event.seat)} hand.`;
    case "you-see":
      return event.cards.length > 12 ? null : `You see ${cards(event.cards)}.`;
    case "sorted-out":
      return sorted(event, at, does);
    case "look-ended":
      return `${does("leaves")} the cards as they were.`;
    case "put-from-hand":
      return `${does("puts")} ${event.piles.map(pile).join(", ")} from ${own} hand.`;
    case "revealed":
      return `${does("shows")} ${cards(event.cards)}${event.random ? " at random" : ""}${event.to === "all" ? "" : ` to ${event.to.seats.map((seat) => subject(seat, at)).join(", ")}`}.`;
    case "you-are-shown":
      return `It is ${cards(event.cards)}.`;
    case "discarded-at-random":
      return `${does("discards")} ${cards(event.cards)} at random.`;
    case "hand-mixed":
      return `${does("mixes")} ${own} hand.`;
    case "kept-shown":
      return event.to
        ? `${does("keeps")} the ${event.what === "top" ? "top card" : "hand"} shown.`
        : `The ${event.what === "top" ? "top card" : "hand"} of ${subject(event.player, at)} is no longer shown.`;
    case "top-is":
      return `On top of ${isYou ? "your" : `${who}’s`} library lies ${cards([event.card])}.`;
    case "peeked":
      return `${does("looks")} at ${event.card.type ? cards([event.card]) : "a face-down card"}.`;
    case "moved":
      return moved(event, at, does);
    case "turned-up":
      return `Turned up: ${cards(event.cards)}.`;
    case "turned":
      return `${does("turns")} ${thing(event.piece)} ${event.side === "down" ? "face down" : event.side === "back" ? "over" : "up"}.`;
    case "cast":
      return `${does("casts")} ${thing(event.piece)}${event.from === "hand" ? "" : ` from ${ZONES[event.from]}`}${event.tax ? `, with a tax of ${event.tax * 2}` : ""}.`;
    case "ability-used":
      return `${does("uses")} ${event.source ? thing(event.source) : "an ability"}: ${event.text}`;
    case "resolved":
      return `${upper(thing(event.piece))} goes to ${ZONES[event.to]}.`;
    case "control-changed":
      return `${does("gives")} ${thing(event.piece)} to ${subject(event.to, at)}.`;
    case "attached":
      return event.to
        ? `${does("attaches")} ${thing(event.piece)} to ${aim(event.to, at)}.`
        : `${does("takes")} ${thing(event.piece)} off.`;
    case "piles-made":
      return event.piles.length === 0 ? "The piles are put together." : `${does("makes")} piles of ${event.piles.join(", ")}.`;
    case "tokens-made":
      return `${does("makes")} ${event.count === 1 ? `a ${event.name}` : `${event.count} × ${event.name}`}${event.kind === "copy" ? " (copy)" : event.kind === "emblem" ? " (emblem)" : ""}.`;
    case "tapped":
      return `${does("taps")} ${things(event.pieces)}.`;
    case "untapped":
      return `${does("untaps")} ${things(event.pieces)}.`;
    case "untapped-all":
      return event.count === 0 ? null : `${does("untaps")} everything.`;
    case "marked":
      return marked(event, does);
    case "counters-changed":
      return `${does(event.by > 0 ? "puts" : "takes")} ${Math.abs(event.by)} ${event.counter} ${event.by > 0 ? "on" : "off"} ${aim(event.on, at)}: ${event.count}.`;
    case "arrow-drawn":
      return `${does("points")} from ${aim(event.from, at)} to ${aim(event.to, at)}.`;
    case "arrows-cleared":
      return null;
    case "attacked":
      return event.attackers.length === 0
        ? `${does("calls")} the attack off.`
        : `${does("attacks")} ${[...group(event.attackers.map((one) => [aim(one.at, at), one.piece] as const))].map(([target, pieces]) => `${target} with ${things(pieces)}`).join("; ")}.`;
    case "blocked":
      return event.blocks.length === 0
        ? `${does("blocks")} nothing.`
        : `${does("blocks")} ${[...group(event.blocks.map((one) => [aim(one.at, at), one.piece] as const))].map(([target, pieces]) => `${target} with ${things(pieces)}`).join("; ")}.`;
    case "damaged":
      return `${event.from ? upper(thing(event.from)) : who} ${isYou && !event.from ? "deal" : "deals"} ${event.amount} ${event.combat ? "combat " : ""}damage to ${aim(event.to, at)}${"seat" in event.to ? `: ${event.left} life left` : ""}.`;
    case "mana-changed":
      return `${does(event.by > 0 ? "adds" : "spends")} ${Math.abs(event.by)} ${COLOURS[event.colour]} mana: ${event.count}.`;
    case "life-changed":
      return `${subject(event.seat, at)} ${event.seat === you ? (event.by > 0 ? "gain" : "lose") : event.by > 0 ? "gains" : "loses"} ${Math.abs(event.by)} life: ${event.life}.`;
    case "tax-changed":
      return `${cards([event.card])} counts as cast ${event.casts} times.`;
    case "designated":
      return event.seat === undefined ? `Nobody is ${event.what} any more.` : `${upper(event.what)}: ${subject(event.seat, at)}.`;
    case "extra-turn-given":
      return `${subject(event.seat, at)} ${event.seat === you ? "have" : "has"} another turn after this one.`;
    case "held":
      return `${who}: wait!`;
    case "passed":
      return `${does("lets")} the turn go on.`;
    case "rolled":
      return `${does("rolls")} ${event.results.length === 1 ? "a" : event.results.length} d${event.sides}: ${event.results.join(", ")}.`;
    case "flipped":
      return event.count === 1
        ? `${does("flips")} a coin: ${event.heads === 1 ? "heads" : "tails"}.`
        : `${does("flips")} ${event.count} coins: ${event.heads} heads.`;
    case "picked":
      return `Chance picks ${aim(event.picked, at)}.`;
    case "chose":
      return `${does("chooses")} in secret.`;
    case "choices-shown":
      return `${does("chose")} ${event.cards.map((card) => `“${(card.type && textOf(card.type)) ?? cards([card])}”`).join(", ")}.`;
    case "asked":
      return null;
    case "undo-asked":
      return `${does("asks")} to undo ${event.steps === 1 ? "the last action" : `the last ${event.steps} actions`}.`;
    case "draw-offered":
      return `${does("offers")} a draw.`;
    case "agreed":
      return `${does("agrees")}.`;
    case "refused":
      return event.player === undefined ? "Somebody refused." : `${does("refuses")}.`;
    case "withdrawn":
      return `${does("withdraws")} the question.`;
    case "took-back":
      return `${does("takes")} the last action back.`;
    case "undone":
      return `Undone: ${event.steps === 1 ? "one action" : `${event.steps} actions`}${event.shuffled ? ", and the library is shuffled" : ""}.`;
    case "should-lose":
      return `${who} ${isYou ? DOOMS[event.why].replace(/^has/, "have").replace(/^was/, "were") : DOOMS[event.why]}.`;
    case "lost":
      return `${does("loses")} the game.`;
    case "game-ended":
      return event.winner === undefined
        ? `Game ${event.game} is a draw.`
        : `${subject(event.winner, at)} ${event.winner === you ? "win" : "wins"} game ${event.game}.`;
    case "sideboarded":
      return `${does("plays")} ${event.cards} cards from now on.`;
    case "readied":
      return `${does("is")} ready.`;
    case "match-ended":
      return event.winners.length === 0
        ? "The match is a draw."
        : `${event.winners.map((seat) => subject(seat, at)).join(" and ")} ${event.winners.length > 1 || event.winners[0] === you ? "win" : "wins"}.`;
    default:
      return null;
  }
}

function sorted(event: Of<"sorted-out">, at: At, does: (verb: string) => string): string {
  const parts = event.piles.map(pile);
  if (event.back > 0) parts.push(`${number(event.back)} back`);
  const shuffled = event.rest === "shuffle" ? `, then ${event.player === at.you ? "shuffle" : "shuffles"}` : "";
  return parts.length === 0 ? `${does("shuffles")}.` : `${does("puts")} ${parts.join(", ")}${shuffled}.`;
}

function pile({ count, to, cards: shown }: SortedPile): string {
  const what = shown && shown.length > 0 ? cards(shown) : number(count);
  if (to.zone !== "library") return `${what} into ${ZONES[to.zone]}`;
  const where = to.at ?? "top";
  if (typeof where === "object")
    return "nth" in where ? `${what} under ${where.nth} cards of the library` : `${what} into the library`;
  return `${what} ${{ top: "on top", bottom: "on the bottom", "random-top": "on top at random", "random-bottom": "on the bottom at random" }[where]}`;
}

function moved(event: Of<"moved">, at: At, does: (verb: string) => string): string | null {
  const [first] = event.pieces;
  if (!first) return null;
  // Arranging what lies in play is nothing to tell.
  if (event.to.zone === "battlefield" && event.pieces.every(({ from }) => from === "battlefield") && event.seat === event.player)
    return null;
  const what = things(event.pieces.map(({ piece }) => piece));
  const where = event.to.at ?? "top";
  if (event.to.zone === "graveyard" && first.from === "hand") return `${does("discards")} ${what}.`;
  if (event.to.zone === "battlefield")
    return `${does("plays")} ${what}${first.from === "hand" ? "" : ` from ${ZONES[first.from]}`}${event.seat === event.player ? "" : ` under ${subject(event.seat, at)}`}.`;
  const place =
    event.to.zone === "library"
      ? where === "bottom"
        ? "the bottom of the library"
        : where === "top"
          ? "the top of the library"
          : "the library"
      : ZONES[event.to.zone];
  return `${does("moves")} ${what} from ${ZONES[first.from]} to ${place}.`;
}

function marked({ piece, marks }: Of<"marked">, does: (verb: string) => string): string {
  const { power, toughness, note, colours, stays_tapped, phased } = marks;
  const what = [
    power !== undefined || toughness !== undefined ? `${power ?? "–"}/${toughness ?? "–"}` : "",
    note ? `“${note}”` : note === "" ? "no note" : "",
    colours ? (colours.length === 0 ? "colourless" : colours.map((one) => COLOURS[one]).join(" and ")) : "",
    stays_tapped === undefined ? "" : stays_tapped ? "stays tapped" : "untaps again",
    phased === undefined ? "" : phased ? "phased out" : "phased in",
  ].filter(Boolean);
  return `${does("marks")} ${thing(piece)}: ${what.join(", ")}.`;
}

function subject(seat: number, { you, name }: At): string {
  return seat === you ? "You" : name(seat);
}

function aim(target: Aim, at: At): string {
  if ("piece" in target) return thing(target.piece);
  return target.seat === at.you ? "you" : at.name(target.seat);
}

/** What a piece is called by somebody who sees it, or not. */
export function thing({ type, name, token }: Named): string {
  if (name !== undefined) return name;
  if (type !== undefined) return wordsOf(type)?.name ?? textOf(type) ?? "a card";
  return token === undefined ? "a face-down card" : "a token";
}

function things(pieces: readonly Named[]): string {
  return counted(pieces.map(thing));
}

function cards(shown: readonly Shown<CardId>[]): string {
  return counted(shown.map(({ type }) => (type === undefined ? "a card" : (wordsOf(type)?.name ?? "a card"))));
}

/** "Garden ×3 and Lap Kitten". */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = [...counts].map(([name, count]) =>
    count === 1 ? name : /^a /.test(name) ? `${count} ${name.slice(2)}s` : `${name} ×${count}`,
  );
  return all.length < 2 ? (all[0] ?? "nothing") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

function group<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

function number(count: number): string {
  return count === 1 ? "a card" : `${count} cards`;
}

function short(asked: number, count: number): string {
  return asked > count ? ` (${asked} were asked for)` : "";
}

function nth(at: number): string {
  return ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][at - 1] ?? `${at}th`;
}

const ODD: Record<string, string> = {
  is: "are",
  searches: "search",
  attaches: "attach",
  chose: "chose",
  mixes: "mix",
  has: "have",
};

/** "draws" is "draw" for the reader. */
function base(verb: string): string {
  return ODD[verb] ?? verb.replace(/s$/, "");
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
