// Every event in a sentence, from the viewer's perspective.
import type { Event } from "../../../protocol/games/exploding-kittens";
import { aCard, cardsTogether, title } from "./kinds";
import { type At, count, does, listed, often, shown, whom, whose } from "./names";

export function words(event: Event, at: At): string | null {
  switch (event.type) {
    case "turn-started":
      return turn(event, at);
    case "played": {
      const aimed =
        event.target === undefined
          ? ""
          : event.cards.length > 1
            ? ` to steal from ${whom(event.target, at)}`
            : ` at ${whom(event.target, at)}`;
      return `${does(event.player, at, "play")} ${cardsTogether(event.cards.map(({ type }) => type))}${aimed}.`;
    }
    case "wasted":
      return `${does(event.player, at, "play")} ${shown(event.card)} blind, and it comes to nothing.`;
    case "aimed":
      return `${does(event.player, at, "aim")} it at ${whom(event.target, at)}.`;
    case "noped":
      return event.nopes === 1
        ? `${does(event.player, at, "say")} Nope to it.`
        : `${does(event.player, at, "say")} Nope to the Nope: with ${event.nopes} Nopes it ${event.nopes % 2 === 1 ? "is stopped" : "goes through"}.`;
    case "passed":
      return `${does(event.player, at, "pass", "passes")}.`;
    case "stopped":
      return `Nope: what ${whom(event.player, at)} played is stopped.`;
    case "fizzled":
      return `${does(event.target, at, "have", "has")} nothing left for that.`;
    case "drawn":
      return `${does(event.player, at, "draw")} a card${event.from === "bottom" ? " from the bottom" : ""}.`;
    case "you-drew":
      return `It is ${shown(event.card)}; only you see it.`;
    case "exposed":
      return `${does(event.player, at, "hold")} an Exploding Kitten that can be kept no longer!`;
    case "exploding":
      return `An Exploding Kitten is in ${whose(event.player, at)} hands!`;
    case "defused":
      return `${does(event.player, at, "defuse")} it.`;
    case "guessed-wrong":
      return `${does(event.player, at, "guess", "guesses")} wrong: ${shown(event.card)} is lost.`;
    case "imploding":
      return `${does(event.player, at, "turn")} up the Imploding Kitten.`;
    case "tucked":
      return event.player === at.you
        ? "You tuck the kitten back into the pile; only you know where."
        : `${at.name(event.player)} tucks the kitten back into the pile, in secret.`;
    case "surfaced":
      return "The Imploding Kitten lies face up on top of the pile.";
    case "died":
      return event.player === at.you ? "You are out." : `${at.name(event.player)} is out.`;
    case "attacked":
      return `${does(event.player, at, "attack")} ${whom(event.target, at)}: ${count(event.turns, "turn")} to take.`;
    case "skipped":
      return `${does(event.player, at, "end")} the turn without drawing.`;
    case "reversed":
      return `${does(event.player, at, "turn")} the order of play round.`;
    case "shuffled":
      return `${does(event.player, at, "shuffle")} the pile ${often(event.times)}.`;
    case "future-seen":
      return `${does(event.player, at, "look")} at the top ${event.cards === 1 ? "card" : `${event.cards} cards`} of the pile.`;
    case "your-future":
      return event.cards.length === 0
        ? null
        : `From the top, for you alone: ${listed(event.cards.map(({ type }) => (type ? title(type) : "a card")))}.`;
    case "future-altered":
      return `${does(event.player, at, "put", "puts")} the top ${event.cards === 1 ? "card" : `${event.cards} cards`} of the pile in an order of ${event.player === at.you ? "your" : "their"} own.`;
    case "swapped":
      return `${does(event.player, at, "swap")} the top and the bottom card of the pile.`;
    case "marked":
      return `${does(event.player, at, "mark")} a card of ${whose(event.target, at)}: ${shown(event.card)}, face up for all from now on.`;
    case "cursed":
      return event.target === at.you
        ? `${does(event.player, at, "curse")} you: you cannot see your own cards.`
        : `${does(event.player, at, "curse")} ${whom(event.target, at)}, who cannot see their own cards now.`;
    case "curse-lifted":
      return `The curse on ${whom(event.player, at)} is over.`;
    case "bombed":
      return bombed(event.kittens.length);
    case "gave":
      return event.player === at.you && event.card.type
        ? `You give ${aCard(event.card.type)} to the pile.`
        : `${does(event.player, at, "give")} a card to the pile.`;
    case "collected":
      return event.cards === 0
        ? "Nobody has a card to give."
        : event.cards === 1
          ? "The card given is shuffled into the pile."
          : `The ${event.cards} cards given are shuffled into the pile.`;
    case "named":
      return `${does(event.player, at, "ask")} ${whom(event.target, at)} for ${aCard(event.kind)}, and ${whom(event.target, at)} ${event.target === at.you ? "have" : "has"} ${event.has ? "one" : "none"}.`;
    case "taken":
      return `${does(event.player, at, "get")} ${event.card.type ? aCard(event.card.type) : "a card"} from ${whom(event.target, at)}.`;
    case "taken-private":
      return takenPrivately(event, at);
    case "game-ended":
      return ended(event.winners, at);
    default:
      return unsaid(event);
  }
}

/** What was taken, for the two it went between. A card that was named or marked is no secret. */
function takenPrivately({ player, target, card, secret }: Extract<Event, { type: "taken-private" }>, at: At): string {
  if (!card.type) return "The curse keeps you from seeing which card it is.";
  const other = whom(player === at.you ? target : player, at);
  return secret ? `It is ${aCard(card.type)}; only you and ${other} are told.` : `It is ${aCard(card.type)}.`;
}

/** An ordinary turn of somebody else needs no line: what they do in it says whose it is. */
function turn({ player, turns, under_attack }: Extract<Event, { type: "turn-started" }>, at: At): string | null {
  if (turns > 1) return `It is ${whose(player, at)} turn, and there are ${turns} to take.`;
  if (under_attack) return `It is ${whose(player, at)} last turn under attack.`;
  return player === at.you ? "It is your turn." : null;
}

function bombed(kittens: number): string {
  if (kittens === 0) return "There is no Exploding Kitten in the pile; the rest is shuffled.";
  return `${kittens === 1 ? "The Exploding Kitten lies" : `${kittens === 2 ? "Both" : `All ${kittens}`} Exploding Kittens lie`} on top of the pile; the rest is shuffled.`;
}

function ended(winners: number[], at: At): string {
  if (winners.length === 1) return `${does(winners[0]!, at, "win")} the game!`;
  return `The pile is empty: ${listed(winners.map((seat) => whom(seat, at)))} share the win.`;
}

function unsaid(event: never): null {
  return event;
}
