// What was typed as the number of shuffles: the action that it stands for, or why it cannot be done. Only what is offered counts.
import type { Action } from "../../../protocol/games/exploding-kittens";
import { often } from "../words/names";

type Shuffle = Extract<Action, { type: "shuffle" }>;

/** An action, or the reason why there is none. */
export type Read = { action: Shuffle; reason?: undefined } | { action?: undefined; reason: string };

/** The fewest and the most times that are offered. */
export function range(offers: Shuffle[]): { least: number; most: number } {
  const all = offers.map(({ times }) => times);
  return { least: Math.min(...all), most: Math.max(...all) };
}

export function read(typed: string, offers: Shuffle[]): Read {
  const text = typed.trim();
  const { least, most } = range(offers);
  const instead = `Type a whole number from ${least} to ${most}.`;
  if (text === "") return { reason: `How often? ${instead}` };
  if (!/^[+-]?(\d+|\d*[.,]\d+)$/.test(text)) return { reason: `“${text}” is not a number. ${instead}` };
  if (!/^[+-]?\d+$/.test(text)) return { reason: `${text} is not a whole number. ${instead}` };
  const times = Number(text);
  const action = offers.find((offer) => offer.times === times);
  if (action) return { action };
  if (times > most) return { reason: `${text} shuffles are too many; shuffle at most ${often(most)}.` };
  if (times < least) return { reason: `The pile cannot be shuffled ${often(times)}; shuffle it at least ${often(least)}.` };
  return { reason: `The pile cannot be shuffled ${often(times)} now. ${instead}` };
}
