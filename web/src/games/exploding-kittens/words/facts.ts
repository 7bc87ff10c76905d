// What the messages need to know beyond the fields of actions and views. `story.rs` of the game finds the same.
import type { Facts } from "../../../lib/spoken";
import type { Action, Event, View } from "../../../protocol/games/exploding-kittens";
import { placesOf } from "../model/offers";

export const facts: Facts<View, Action, Event> = {
  offer: (action, { pile, drawn }) => {
    if (action.type === "keep") return { drawn };
    if (action.type === "tuck") return { above: action.place, pile: pile.length };
    if (action.type === "arrange") return { kinds: placesOf(action).map((from) => pile[from]?.type ?? "none") };
    return {};
  },
  prompt: ({ view: { players, now }, you }) => {
    const own = you === null ? undefined : players[you];
    return { is_cursed: own?.cursed ?? false, is_out: own?.alive === false && now.type !== "over" };
  },
  tone: ({ view: { now, drawn }, legal }) => {
    if (legal.length === 0) return undefined;
    const isAlarm =
      now.type === "unmask" || now.type === "defuse" || (now.type === "drawn" && drawn?.type === "exploding_kitten");
    return isAlarm ? "alarm" : undefined;
  },
};
