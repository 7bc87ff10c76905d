// What was typed as the number of shuffles: the action that it stands for, or why it cannot be done. Only what is offered counts.
import type { Action } from "../../../protocol/games/exploding-kittens";
import { often } from "../words/names";
import { texts } from "../words/texts";

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
  const refused = (id: string, about: object = {}): Read => ({
    reason: texts.say(id, { typed: text, least, most, ...about }),
  });
  if (text === "") return refused("page-shuffle-empty");
  if (!/^[+-]?(\d+|\d*[.,]\d+)$/.test(text)) return refused("page-shuffle-no-number");
  if (!/^[+-]?\d+$/.test(text)) return refused("page-shuffle-no-whole");
  const times = Number(text);
  const action = offers.find((offer) => offer.times === times);
  if (action) return { action };
  if (times > most) return refused("page-shuffle-many", { limit: often(most) });
  if (times < least) return refused("page-shuffle-few", { times, limit: often(least) });
  return refused("page-shuffle-not-now", { times });
}
