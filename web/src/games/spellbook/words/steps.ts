// What the steps of a turn are called, in full and where there is little room.
import type { Step } from "../../../protocol/games/spellbook";

export const STEPS: readonly { step: Step; name: string; short: string }[] = [
  { step: "untap", name: "Untap", short: "Untap" },
  { step: "upkeep", name: "Upkeep", short: "Upkeep" },
  { step: "draw", name: "Draw", short: "Draw" },
  { step: "main-1", name: "First main phase", short: "Main 1" },
  { step: "combat", name: "Beginning of combat", short: "Combat" },
  { step: "attackers", name: "Attackers", short: "Attack" },
  { step: "blockers", name: "Blockers", short: "Block" },
  { step: "damage", name: "Combat damage", short: "Damage" },
  { step: "combat-end", name: "End of combat", short: "After" },
  { step: "main-2", name: "Second main phase", short: "Main 2" },
  { step: "end", name: "End step", short: "End" },
  { step: "cleanup", name: "Cleanup", short: "Cleanup" },
];

export function stepName(step: Step): string {
  return STEPS.find((one) => one.step === step)?.name ?? step;
}
