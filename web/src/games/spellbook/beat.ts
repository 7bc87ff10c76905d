// What is heard when something happens. Nothing is shown for a while by itself: at a free table nobody waits for a picture.
import type { Beat } from "../../lib/game";
import type { SoundName } from "../../lib/sound";
import type { Event } from "../../protocol/games/spellbook";

const SOUNDS: Record<string, SoundName> = {
  drew: "slide",
  milled: "flip",
  shuffled: "shuffle",
  cast: "flip",
  moved: "slide",
  attacked: "knock",
  damaged: "knock",
  rolled: "knock",
  flipped: "flip",
  held: "alarm",
  asked: "chime",
  "undo-asked": "chime",
  "turn-began": "tick",
  lost: "lose",
  "match-ended": "win",
};

export function beat(event: Event): Beat | null {
  const sound = SOUNDS[event.type];
  return sound ? { millis: 0, sound } : null;
}
