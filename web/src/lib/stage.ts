// Shared by tables and replays: cards move to a new view, and events become sentences.
import { tick } from "svelte";
import type { Step } from "./follow";
import { fly, measure } from "./flights";
import type { GameModule, TextContext } from "./game";
import { motion } from "./motion.svelte";

const FLIGHT = 420;

/** Shows a new view by `commit` and lets the cards travel; gives the milliseconds that takes. */
export async function animateTo(commit: () => void, speed: number): Promise<number> {
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
export type Sentence = { event: unknown; text: string | null };

/** The events of a step in words. The first that is told says if somebody else than the player did it, and why. */
export function sentencesOf(
  game: GameModule,
  step: Step,
  at: TextContext<unknown>,
  seats: readonly { resigned?: boolean }[] = [],
): Sentence[] {
  let why = reason(step, at, seats);
  return step.events.map((event) => {
    const words = game.words(event, at);
    if (!words) return { event, text: null };
    const text = why + words;
    why = "";
    return { event, text };
  });
}

/** "While Ann was away: ", before what was done for her. */
function reason({ by, seat }: Step, { you, name }: TextContext<unknown>, seats: readonly { resigned?: boolean }[]): string {
  if (!by) return "";
  if (seat === undefined) return by === "clock" ? "Time was up: " : "Played for somebody who was away: ";
  const isYou = seat === you;
  if (by === "clock") return isYou ? "Your time was up: " : `${name(seat)} ran out of time: `;
  if (seats[seat]?.resigned) return isYou ? "Played for you, as you resigned: " : `Played for ${name(seat)}, who resigned: `;
  return isYou ? "While you were away: " : `While ${name(seat)} was away: `;
}
