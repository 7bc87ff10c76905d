// What the zones are called on the page.
import type { Zone } from "../../../protocol/games/spellbook";

export const ZONE_NAMES: Record<Zone, string> = {
  library: "Library",
  hand: "Hand",
  battlefield: "Battlefield",
  graveyard: "Graveyard",
  exile: "Exile",
  command: "Command",
  sideboard: "Sideboard",
  stack: "Stack",
  aside: "Set aside",
};
