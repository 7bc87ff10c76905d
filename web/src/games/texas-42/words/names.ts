// What things are called: bones, bids, trumps, suits and sides.
import type { Told } from "../../../lib/game";
import type { Bid, Domino, PlayerView, Trump } from "../../../protocol/games/texas-42";
import { countOf, isStarred, seatsOf } from "../model/look";

export type At = Told<PlayerView>;

export const PIPS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"] as const;

export function boneName([one, other]: Domino): string {
  return `${one}-${other}`;
}

/** All that a screen reader should say of a bone. */
export function boneWords(domino: Domino, trump: Trump | null): string {
  const parts = [boneName(domino)];
  if (domino[0] === domino[1]) parts.push("double");
  if (isStarred(domino, trump)) parts.push("trump");
  if (countOf(domino) > 0) parts.push(`counts ${countOf(domino)}`);
  return parts.join(", ");
}

export function marksOf(marks: number): string {
  return marks === 1 ? "1 mark" : `${marks} marks`;
}

export function pointsOf(points: number): string {
  return points === 1 ? "1 point" : `${points} points`;
}

/** A bid as it is spoken of: "34", "1 mark", "a plunge". */
export function bidName(bid: Bid): string {
  if (bid === "pass") return "a pass";
  if (bid === "plunge") return "a plunge";
  if ("points" in bid) return String(bid.points);
  if ("splash" in bid) return `a splash for ${marksOf(bid.splash)}`;
  return marksOf(bid.marks);
}

/** What the bidder's side has to do. */
export function promise(bid: Bid, trump: Trump | null): string {
  if (trump === "nello") return "take no trick";
  if (typeof bid === "object" && "points" in bid) return `take ${bid.points} of 42 points`;
  return "take every trick";
}

/** The name of a trump, as a heading. */
export function trumpTitle(trump: Trump): string {
  switch (trump) {
    case "no-trump":
      return "Follow me";
    case "nello":
      return "Nello";
    case "sevens":
      return "Sevens";
    default:
      return trump.charAt(0).toUpperCase() + trump.slice(1);
  }
}

/** What a trump means, in a few words. */
export function trumpMeaning(trump: Trump): string {
  switch (trump) {
    case "no-trump":
      return "no trump: the suit that is led wins";
    case "nello":
      return "no trump, and the bidder must take no trick";
    case "sevens":
      return "the bone nearest to seven pips takes the trick";
    case "doubles":
      return "the seven doubles are trump";
    default:
      return `the seven bones with ${trump} are trump`;
  }
}

/** What the suit is called that was led; nothing where suits do not matter. */
export function suitName(view: PlayerView): string | null {
  const { current_suit: suit, trump } = view;
  if (suit === null || trump === "sevens") return null;
  if (suit < 7) return PIPS[suit] ?? null;
  return trump === "doubles" || trump === "nello" ? "doubles" : `${trump ?? "trumps"}, the trump`;
}

/** The name in the middle of a sentence. */
export function who(at: At, seat: number): string {
  return seat === at.you ? "you" : at.name(seat);
}

/** "You bid", "Ann bids"; the verb as it stands after "you". */
export function does(at: At, seat: number, verb: string): string {
  if (seat === at.you) return `You ${verb}`;
  return `${at.name(seat)} ${verb}${/(s|sh|ch|x)$/.test(verb) ? "es" : "s"}`;
}

/** "you and Ann", "Bob and Cat". */
export function sideName(at: At, side: number): string {
  return seatsOf(at.view, side, at.you)
    .map((seat) => who(at, seat))
    .join(" and ");
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
