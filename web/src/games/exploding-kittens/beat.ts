// How long each event is on show, and what it sounds like.
import type { Beat } from "../../lib/game";
import type { Event } from "../../protocol/games/exploding-kittens";

export function beat(event: Event): Beat | null {
  switch (event.type) {
    case "turn-started":
      return { millis: event.turns > 1 || event.under_attack ? 800 : 450 };
    case "played":
      return { millis: 650, sound: "place" };
    case "wasted":
    case "guessed-wrong":
      return { millis: 1000, sound: "stop" };
    case "aimed":
      return { millis: 600, sound: "tick" };
    case "noped":
      return { millis: 900, sound: "stop" };
    case "passed":
      return { millis: 140, sound: "tick" };
    case "stopped":
      return { millis: 1000, sound: "stop" };
    case "fizzled":
      return { millis: 900 };
    case "drawn":
      return { millis: 250, sound: "slide" };
    case "you-drew":
      return { millis: 1100, sound: "flip" };
    case "exposed":
      return { millis: 1000, sound: "alarm" };
    case "exploding":
      return { millis: 1500, sound: "alarm" };
    case "defused":
      return { millis: 1300, sound: "chime" };
    case "imploding":
      return { millis: 1500, sound: "alarm" };
    case "tucked":
      return { millis: 1100, sound: "slide" };
    case "surfaced":
      return { millis: 1100, sound: "alarm" };
    case "died":
      return { millis: 1900, sound: "boom" };
    case "attacked":
      return { millis: 1100, sound: "knock" };
    case "skipped":
      return { millis: 700, sound: "slide" };
    case "reversed":
      return { millis: 800, sound: "slide" };
    case "shuffled":
    case "collected":
      return { millis: 1000, sound: "shuffle" };
    case "future-seen":
      return { millis: 800, sound: "flip" };
    case "your-future":
      return event.cards.length > 0 ? { millis: 2600, sound: "chime" } : null;
    case "future-altered":
    case "swapped":
      return { millis: 900, sound: "slide" };
    case "marked":
    case "cursed":
    case "curse-lifted":
      return { millis: 1200, sound: "flip" };
    case "bombed":
      return { millis: 1500, sound: "boom" };
    case "gave":
      return { millis: 300, sound: "slide" };
    case "named":
      return { millis: 1200, sound: "knock" };
    case "taken":
      return { millis: 500, sound: "slide" };
    case "taken-private":
      return { millis: 1600, sound: "flip" };
    case "game-ended":
      return { millis: 900, sound: "win" };
    default:
      return unshown(event);
  }
}

function unshown(event: never): null {
  return event;
}
