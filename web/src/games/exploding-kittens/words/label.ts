// Every action as a button or a screen reader names it.
import type { Action } from "../../../protocol/games/exploding-kittens";
import { aCard, cardsTogether, title } from "./kinds";
import { placesOf } from "../model/offers";
import { type At, holder, kindOf, nth, often, whom, whose } from "./names";

export function label(action: Action, at: At): string {
  switch (action.type) {
    case "draw":
      return "Draw";
    case "play": {
      const kind = kindOf(at.view, action.card);
      const what = kind ? title(kind) : unseen(action.card, at);
      return `Play ${what}${action.target === undefined ? "" : ` at ${whom(action.target, at)}`}`;
    }
    case "pair":
      return `Play ${cardsTogether(action.cards.map((card) => kindOf(at.view, card)))} to steal a card from ${whom(action.target, at)}`;
    case "triple":
      return `Play ${cardsTogether(action.cards.map((card) => kindOf(at.view, card)))} to steal a card that you name from ${whom(action.target, at)}`;
    case "aim":
      return `Aim at ${whom(action.target, at)}`;
    case "nope":
      return kindOf(at.view, action.card) ? "Nope!" : `Try ${unseen(action.card, at)} as a Nope`;
    case "pass":
      return "Pass";
    case "pass-turn":
      return "Pass all turn";
    case "shuffle":
      return `Shuffle ${often(action.times)}`;
    case "arrange":
      return `Put back ${placesOf(action)
        .map((from) => named(at, from))
        .join(", ")}`;
    case "pick": {
      const where = holder(at.view, action.card);
      const kind = kindOf(at.view, action.card);
      if (!where) return "Pick this card";
      return `Pick card ${where.place + 1} of ${whose(where.seat, at)} ${where.of}${kind ? `, ${aCard(kind)}` : ""}`;
    }
    case "give":
      return `Give ${known(action.card, at)}`;
    case "name":
      return `Ask for ${aCard(action.kind)}`;
    case "keep":
      return at.view.drawn?.type ? `Keep the ${title(at.view.drawn.type)}` : "Keep it";
    case "unmask":
      return "Turn up the Exploding Kitten";
    case "defuse":
      return kindOf(at.view, action.card) ? "Defuse it" : `Guess that ${unseen(action.card, at)} is a Defuse`;
    case "tuck":
      return place(action.place, at.view.pile.length);
    default:
      return unsaid(action);
  }
}

/** Where in a pile of so many cards a kitten would lie. */
export function place(above: number, pile: number): string {
  if (above === 0) return "On top";
  if (above === pile) return "At the bottom";
  return above === 1 ? "Under the top card" : `Under ${above} cards`;
}

/** What stays in its place as `from` in a new order. */
function named(at: At, from: number): string {
  const kind = at.view.pile[from]?.type;
  return kind ? title(kind) : `the ${nth(from + 1)}`;
}

function known(card: number, at: At): string {
  const kind = kindOf(at.view, card);
  return kind ? `the ${title(kind)}` : unseen(card, at);
}

function unseen(card: number, at: At): string {
  const where = holder(at.view, card);
  return where ? `unseen card ${where.place + 1}` : "an unseen card";
}

function unsaid(action: never): string {
  return action;
}
