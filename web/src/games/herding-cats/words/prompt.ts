// What is asked of the viewer, why, and what passing means; or whom the table waits for.
import type { Action, Kind, View, Window } from "../../../protocol/games/herding-cats";
import type { Prompt, Told } from "../../../lib/game";
import { find } from "../model/find";
import { count, does, list, one, whom, whose } from "./names";
import { KINDS } from "./kinds";

export type Asked = Told<View> & { legal: Action[]; waiting: number[] };

export function prompt(at: Asked): Prompt | null {
  const { view, you, legal } = at;
  const now = view.now;
  const isAsked = legal.length > 0;
  switch (now.type) {
    case "turn":
      return isAsked
        ? { title: "Your turn: play a card", detail: "Then say what it is. It need not be true.", tone: "ask" }
        : { title: view.turn === you ? "Your turn" : `${at.name(view.turn)} is choosing a card`, tone: "wait" };
    case "challenge": {
      const aimed = now.play.target === undefined ? "" : `, against ${whom(at, now.play.target)}`;
      const claim = `${does(at, view.turn, "say")}: ${one(now.play.declared)}${aimed}`;
      if (!isAsked) return { title: claim, detail: unanswered(now.window, at), tone: "wait" };
      return {
        title: `${claim}. True?`,
        detail: `If not, ${at.name(view.turn)} loses two cards; if so, you lose one. Passing lets it stand.`,
        tone: now.play.target === you ? "alarm" : "ask",
      };
    }
    case "penalty": {
      if (isAsked)
        return {
          title: `Pick the card that ${whom(at, now.payer)} loses`,
          detail: "You pick blind. It is shown to all and discarded.",
          tone: "ask",
        };
      const title = `${at.name(now.picker)} ${now.picker === you ? "pick" : "picks"} a card that ${now.payer === you ? "you lose" : `${at.name(now.payer)} loses`}`;
      return { title, detail: "Blind: nobody may look before.", tone: now.payer === you ? "alarm" : "wait" };
    }
    case "select": {
      const target = now.play.target ?? view.turn;
      const zone = KINDS[now.play.declared].aims ?? "hand";
      if (isAsked)
        return {
          title: `${KINDS[now.play.declared].title}: which card of ${whose(at, target)} ${zone}?`,
          detail: effect(now.play.declared),
          tone: "ask",
        };
      return {
        title: `${does(at, view.turn, "choose")} a card of ${whose(at, target)} ${zone}`,
        tone: target === you ? "alarm" : "wait",
      };
    }
    case "intercept": {
      const { attack } = now;
      const place = find(view, attack.selected);
      const card = `Card ${(place?.slot ?? 0) + 1}`;
      if (!isAsked)
        return {
          title: `${at.name(view.turn)} selected ${card.toLowerCase()} of ${whose(at, attack.target)} ${attack.zone}`,
          detail: `Will ${whom(at, attack.target)} intercept?`,
          tone: "wait",
        };
      const known = place?.counts ? `${card}, ${KINDS[place.counts].title}` : card;
      return {
        title: `${at.name(view.turn)} selected ${known}`,
        detail: `Attacked with ${KINDS[attack.declared].title}: hold up another card as a Laser Pointer, true or not, or let it through.`,
        tone: "alarm",
      };
    }
    case "intercept_challenge": {
      const { attack } = now;
      const claim = `${does(at, attack.target, "hold")} up a Laser Pointer`;
      if (!isAsked) return { title: claim, detail: unanswered(now.window, at), tone: "wait" };
      return {
        title: `${claim}. True?`,
        detail: "If not, the attack goes on; if so, you lose a card. Passing lets it stand.",
        tone: "ask",
      };
    }
    case "over": {
      const { scores, winners } = view.standing ?? { scores: [], winners: [] };
      const [first = 0] = winners;
      const names = list(winners.map((seat, i) => (i === 0 ? at.name(seat) : whom(at, seat))));
      const points = `with ${count(scores[first] ?? 0, "point")}`;
      return {
        title: winners.length > 1 ? `${names} share the win ${points}` : `${does(at, first, "win")} ${points}`,
        tone: "wait",
      };
    }
  }
}

/** What happens to the chosen card. */
function effect(declared: Kind): string {
  switch (declared) {
    case "catnip":
      return "It is stolen, unless it is a Catnip.";
    case "alley_cat":
      return "It is shown and discarded, unless it is an Alley Cat.";
    case "animal_control":
      return "It is discarded, unless it is an Animal Control.";
    default:
      return "";
  }
}

/** Who has not said yet whether they believe it. */
function unanswered(window: Window, at: Asked): string {
  const open = window.open_to.filter((seat) => seat !== at.you && !window.passed.includes(seat));
  return open.length > 0 ? `Waiting for ${list(open.map(at.name))}.` : "";
}
