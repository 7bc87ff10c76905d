// Which events are shown large, and with which cards.
import type { Event, Kind, Shown } from "../../../protocol/games/exploding-kittens";
import { texts } from "../words/texts";

export type Spectacle =
  | { kind: "blast" }
  | { kind: "secret"; cards: Shown<Kind>[] }
  | { kind: "alarm" | "stamp" | "banner"; cards: Kind[]; shout?: string; good?: boolean };

export function spectacle(event: Event, you: number | null): Spectacle | null {
  switch (event.type) {
    case "died":
      return { kind: "blast" };
    case "exploding":
      return { kind: "alarm", cards: ["exploding_kitten"] };
    case "exposed":
      return { kind: "alarm", cards: ["exploding_kitten"] };
    case "imploding":
    case "surfaced":
      return { kind: "alarm", cards: ["imploding_kitten"] };
    case "your-future":
      return event.cards.length > 0 ? { kind: "secret", cards: event.cards } : null;
    case "you-drew":
    case "taken-private":
      return { kind: "secret", cards: [event.card] };
    case "noped":
      return { kind: "stamp", cards: ["nope"], shout: texts.say("page-shout-nope", event), good: event.nopes % 2 === 0 };
    case "stopped":
      return { kind: "stamp", cards: [], shout: texts.say("page-shout-stopped") };
    case "defused":
      return { kind: "stamp", cards: ["defuse"], shout: texts.say("page-shout-defused"), good: true };
    case "attacked":
      return { kind: "stamp", cards: ["attack"], shout: `×${event.turns}` };
    case "guessed-wrong":
      return { kind: "stamp", cards: kinds([event.card]), shout: texts.say("page-shout-wrong") };
    case "bombed":
      return { kind: "banner", cards: ["catomic_bomb", ...event.kittens.map((): Kind => "exploding_kitten")] };
    case "played":
      return { kind: "banner", cards: kinds(event.cards) };
    case "wasted":
      return { kind: "banner", cards: kinds([event.card]) };
    case "marked":
      return { kind: "banner", cards: ["mark", ...kinds([event.card])] };
    case "named":
      return { kind: "banner", cards: [event.kind] };
    case "skipped":
      return { kind: "banner", cards: ["skip"] };
    case "reversed":
      return { kind: "banner", cards: ["reverse"] };
    case "shuffled":
      return { kind: "banner", cards: ["shuffle"] };
    case "future-seen":
      return { kind: "banner", cards: ["see_the_future"] };
    case "future-altered":
      return { kind: "banner", cards: ["alter_the_future"] };
    case "swapped":
      return { kind: "banner", cards: ["swap_top_and_bottom"] };
    case "cursed":
      return { kind: "banner", cards: ["curse_of_the_cat_butt"] };
    case "collected":
      return { kind: "banner", cards: ["garbage_collection"] };
    case "aimed":
    case "fizzled":
    case "tucked":
    case "curse-lifted":
    case "taken":
      return { kind: "banner", cards: [] };
    case "turn-started":
      return event.turns > 1 || event.player === you ? { kind: "banner", cards: [] } : null;
    case "passed":
    case "drawn":
    case "gave":
    case "game-ended":
      return null;
    default:
      return unshown(event);
  }
}

function kinds(cards: Shown<Kind>[]): Kind[] {
  return cards.flatMap(({ type }) => (type === undefined ? [] : [type]));
}

function unshown(event: never): null {
  return event;
}
