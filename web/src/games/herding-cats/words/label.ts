// What an action is called on a button and by a screen reader.
import type { Action, View } from "../../../protocol/games/herding-cats";
import type { Told } from "../../../lib/game";
import { find } from "../model/find";
import { one, whom, whose } from "./names";

export function label(action: Action, at: Told<View>): string {
  switch (action.type) {
    case "play": {
      const real = find(at.view, action.card)?.counts ?? null;
      const against = action.target === undefined ? "" : ` against ${whom(at, action.target)}`;
      if (real === action.declare) return `Play ${one(real)}${against}`;
      return `Play ${one(real)} as ${one(action.declare)}${against}${real ? " (a bluff)" : ""}`;
    }
    case "challenge":
      return "Challenge";
    case "pass":
      return "Let it pass";
    case "pick":
      return `Pick ${whereabouts(action.card, at)}`;
    case "select":
      return `Go for ${whereabouts(action.card, at)}`;
    case "intercept": {
      const real = find(at.view, action.card)?.counts ?? null;
      return real === "laser_pointer"
        ? "Intercept with your Laser Pointer"
        : `Hold up ${one(real)} as a Laser Pointer${real ? " (a bluff)" : ""}`;
    }
    case "decline":
      return "Let the attack through";
    default:
      return unknown(action);
  }
}

/** "card 2 of Ada's hand". */
export function whereabouts(card: number, at: Told<View>): string {
  const place = find(at.view, card);
  if (!place) return "a card";
  const known = place.zone === "herd" && place.counts ? `, ${one(place.counts)}` : "";
  return `card ${place.slot + 1} of ${whose(at, place.seat)} ${place.zone}${known}`;
}

function unknown(_: never): string {
  return "Something new";
}
