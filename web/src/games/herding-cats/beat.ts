// How long each event is on show, and what it sounds like.
import type { Event } from "../../protocol/games/herding-cats";
import type { Beat } from "../../lib/game";

export function beat(event: Event): Beat | null {
  switch (event.type) {
    case "turnStarted":
    case "cardRemoved":
    case "penaltyDue":
      return null;
    case "cardDeclared":
      return { millis: 60, sound: "place" };
    case "challengePassed":
      return { millis: 200, sound: "tick" };
    case "challengeResult":
      return { millis: 2300, sound: event.truthful ? "stop" : "knock" };
    case "cardSelected":
      return { millis: 900, sound: "knock" };
    case "interceptDeclined":
      return { millis: 400, sound: "tick" };
    case "interceptClaimed":
      return { millis: 500, sound: "alarm" };
    case "interceptChallengeResult":
      return event.challenged ? { millis: 2200, sound: event.stands ? "stop" : "knock" } : { millis: 500, sound: "tick" };
    case "interceptApplied":
      return { millis: 1500, sound: "slide" };
    case "cardStolen":
      return { millis: 900, sound: "slide" };
    case "cardStolenPrivate":
      return { millis: 1500, sound: "flip" };
    case "herdUpdate":
      return event.visible ? { millis: 700, sound: "flip" } : null;
    case "discardUpdate":
      return { millis: 800, sound: "flip" };
    case "alleyCatIneffective":
    case "catnipIneffective":
    case "animalControlIneffective":
      return { millis: 2300, sound: "stop" };
    case "attackFizzled":
      return { millis: 1500, sound: "lose" };
    case "gameEnded":
      return { millis: 500, sound: "win" };
    default:
      return unknown(event);
  }
}

function unknown(_: never): null {
  return null;
}
