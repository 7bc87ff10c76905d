// What the messages need to know beyond the fields of events and views. `story.rs` of the game finds the same.
import type { Facts } from "../../../lib/spoken";
import type { Action, Event, View } from "../../../protocol/games/herding-cats";
import { find } from "../model/find";
import { AIMS } from "./kinds";

export const facts: Facts<View, Action, Event> = {
  event: (event, { view, you }) => {
    const isOwn =
      event.type === "cardSelected"
        ? event.target_player_id === you
        : (event.type === "cardDeclared" || event.type === "interceptClaimed") && event.player_id === you;
    return isOwn && "card" in event ? { known: find(view, event.card.id)?.counts } : {};
  },
  prompt: ({ view }) => {
    const { now } = view;
    if (now.type === "select") return { zone: AIMS[now.play.declared] };
    if (now.type !== "intercept") return {};
    const place = find(view, now.attack.selected);
    return { selected: place && { place: place.slot + 1, kind: place.counts } };
  },
  tone: ({ view: { now }, you, legal }) => {
    const isAsked = legal.length > 0;
    const isHit =
      (now.type === "challenge" && isAsked && now.play.target === you) ||
      (now.type === "penalty" && !isAsked && now.payer === you) ||
      (now.type === "select" && !isAsked && now.play.target === you) ||
      (now.type === "intercept" && isAsked);
    return isHit && you !== null ? "alarm" : undefined;
  },
};
