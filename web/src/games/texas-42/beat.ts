// How long each event is shown, and what it sounds like.
import type { Beat } from "../../lib/game";
import type { Event } from "../../protocol/games/texas-42";

export function beat(event: Event): Beat | null {
  switch (event.type) {
    case "hand-dealt":
      return { millis: 1100, sound: "shuffle" };
    case "your-hand":
      return null;
    case "called":
      if (event.bid === "pass") return { millis: 520, sound: "knock" };
      return { millis: isGrand(event) ? 1500 : 800, sound: isGrand(event) ? "alarm" : "place" };
    case "auction-won":
      return { millis: 1200, sound: "chime" };
    case "all-passed":
      return { millis: 1300, sound: "stop" };
    case "trump-selected":
      return { millis: 1700, sound: "chime" };
    case "domino-played":
      return { millis: 460, sound: "place" };
    case "trick-won":
      return { millis: 950, sound: "slide" };
    case "agreed":
      return { millis: 70, sound: "tick" };
    case "trick-completed":
      return { millis: 40, sound: "slide" };
    case "hand-decided":
      return { millis: 1500, sound: event.made ? "win" : "lose" };
    case "hand-scored":
      return { millis: 2300, sound: "chime" };
    case "game-won":
    case "game-over":
      return { millis: 2400, sound: "win" };
    default:
      return event satisfies never;
  }
}

function isGrand(event: Extract<Event, { type: "called" }>): boolean {
  return event.bid === "plunge" || (typeof event.bid === "object" && "splash" in event.bid);
}
