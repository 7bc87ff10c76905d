// What an action is called on a button and by a screen reader.
import type { Action, Bid } from "../../../protocol/games/texas-42";
import { type At, boneWords, marksOf, trumpMeaning, trumpTitle } from "./names";

export function label(action: Action, at: At): string {
  switch (action.type) {
    case "bid":
      return bidLabel(action.bid);
    case "select-trump":
      return `${trumpTitle(action.trump)}: ${trumpMeaning(action.trump)}`;
    case "play-domino": {
      const held = at.view.self?.hand.find(({ id }) => id === action.card)?.type;
      return held ? `Play ${boneWords(held, at.view.trump)}` : "Play this bone";
    }
    case "agree-complete-trick":
      return "Go on";
    case "complete-trick":
      return "Take the trick in";
    case "agree-score-hand":
      return "Go on";
    case "score-hand":
      return "Score the hand";
    case "redeal":
      return "Shake again";
    case "new-game":
      return "Begin the next game";
    default:
      return action satisfies never;
  }
}

function bidLabel(bid: Bid): string {
  if (bid === "pass") return "Pass";
  if (bid === "plunge") return "Plunge: your partner names the trump, and you two take every trick";
  if ("points" in bid) return `Bid ${bid.points}`;
  if ("splash" in bid) return `Splash for ${marksOf(bid.splash)}: your partner names the trump, and you two take every trick`;
  return `Bid ${marksOf(bid.marks)}: take all 42`;
}
