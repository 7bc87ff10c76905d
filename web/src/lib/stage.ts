// What a table and a replay do alike on their stage: cards travel to a new view, and events become sentences.
import { tick } from "svelte";
import type { Step } from "./follow";
import { fly, measure } from "./flights";
import type { GameModule, Told } from "./game";
import { motion } from "./motion.svelte";

const FLIGHT = 420;

/** Shows a new view by `commit` and lets the cards travel; gives the milliseconds that takes. */
export async function carry(commit: () => void, speed: number): Promise<number> {
  if (motion.isReduced || speed > 6 || document.hidden) {
    commit();
    return 0;
  }
  const before = measure(document);
  commit();
  await tick();
  const millis = FLIGHT / speed;
  return fly(document, before, millis) > 0 ? millis : 0;
}

/** An event in words; null for one that needs none. */
export function sentenceOf(game: GameModule, event: unknown, step: Step, at: Told<unknown>): string | null {
  const words = game.words(event, at);
  if (!words) return null;
  return step.by === "clock" ? `${words} (Time was up.)` : words;
}
