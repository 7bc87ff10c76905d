// What the messages need to know beyond the fields of actions and views. `story.rs` of the game finds the same.
import type { PromptContext, Facts } from "../../../lib/spoken";
import type { Action, Domino, Event, PlayerView, Trump } from "../../../protocol/games/texas-42";
import { countOf, isStarred, sitsOut, SUITS } from "../model/look";

export const facts: Facts<PlayerView, Action, Event> = {
  offer: (action, view) => {
    if (action.type !== "play-domino") return {};
    const held = view.self?.hand.find(({ id }) => id === action.card)?.type;
    return held ? dominoFacts(held, view.trump) : { card: null };
  },
  prompt: (at) => {
    const { view, you, legal } = at;
    const suit = suitLed(view);
    return {
      may_pass: legal.some((action) => action.type === "bid" && action.bid === "pass"),
      choice: choice(at, suit),
      choices: legal.length,
      suit,
      suit_is_trump: suit !== null && suit === view.trump,
      points: view.trick_points,
      sits_out: you !== null && sitsOut(view, you),
      most_marks: Math.max(...view.team_marks),
      fewest_marks: Math.min(...view.team_marks),
    };
  },
};

/** All that there is to say about a domino. */
export function dominoFacts(domino: Domino, trump: Trump | null) {
  return {
    card: domino.join("-"),
    is_double: domino[0] === domino[1],
    is_trump: isStarred(domino, trump),
    count: countOf(domino),
  };
}

/** The suit that was led, under the name that it has as a trump; nothing in Sevens, which has no suits. */
function suitLed({ current_suit: suit, trump }: PlayerView): Trump | null {
  if (suit === null || trump === "sevens") return null;
  return SUITS[suit] ?? (trump === "nello" ? "doubles" : trump);
}

/** How free the viewer is to choose a domino. */
function choice({ view, legal }: PromptContext<PlayerView, Action>, suit: Trump | null): string {
  const hand = (view.self?.hand ?? []).flatMap(({ type }) => (type ? [type] : []));
  if (view.current_trick.length === 0) return "lead";
  if (suit === null) return "sevens";
  if (hand.length === 1) return "last";
  if (legal.length === 1) return "one";
  if (legal.length < hand.length) return "some";
  return hand.every((domino) => isStarred(domino, suit)) ? "all" : "free";
}
