// The buttons below the table: what can be done now with what is picked, built from the legal actions only.
import type { Action, Card, View } from "../../../protocol/games/exploding-kittens";
import { texts } from "../words/texts";
import { ofType } from "../../../lib/narrow";
import { pickable, targetOf, usingOnly } from "./offers";
import { kindOf } from "../words/names";

export interface Offer {
  action: Action;
  label: string;
  tone?: "main" | "plain" | "danger";
  passes?: boolean;
}

/** What is offered for the cards that are picked: one button for each thing to aim at. */
export function offersFor(
  legal: Action[],
  picked: readonly Card[],
  label: (action: Action) => string,
  name: (seat: number) => string,
): Offer[] {
  return usingOnly(legal, picked).map((action) => {
    const target = targetOf(action);
    const text = target === undefined ? label(action) : name(target);
    return { action, label: text, tone: target === undefined ? "main" : "plain" };
  });
}

/** What is offered when no card is picked: what needs no card, and what is the same whichever of several cards is used. */
export function offers(legal: Action[], view: View, label: (action: Action) => string): Offer[] {
  const found: Offer[] = [];
  for (const action of legal) {
    const tone = TONES[action.type];
    if (tone === undefined) continue;
    if ("card" in action && kindOf(view, action.card) === undefined) continue;
    const text = label(action);
    if (found.some((other) => other.label === text)) continue;
    found.push({ action, label: text, tone, passes: action.type === "pass" || (action.type === "keep" && legal.length === 1) });
  }
  return found.sort((a, b) => Number(b.tone === "main") - Number(a.tone === "main"));
}

/** What has a button of its own; everything else is done with the cards, the pile or a panel. */
const TONES: Partial<Record<Action["type"], "main" | "plain" | "danger">> = {
  nope: "main",
  pass: "plain",
  "pass-turn": "plain",
  keep: "main",
  defuse: "main",
  unmask: "danger",
  aim: "main",
};

/** A word on how to go on from what is picked. */
export function hint(legal: Action[], picked: readonly Card[], view: View): string {
  const kind = picked[0] === undefined ? undefined : kindOf(view, picked[0]);
  const now = usingOnly(legal, picked).length > 0;
  const more = pickable(legal, picked).size > picked.length;
  if (picked.length === 0) return "";
  const aimed = usingOnly(legal, picked).some((action) => targetOf(action) !== undefined);
  if (picked.length === 1 && !now) return texts.say("page-hint-more");
  if (picked.length === 1 && kind) return texts.say("page-hint-single", { card: kind, has_more: more, is_aimed: aimed });
  if (picked.length === 2) return texts.say("page-hint-pair", { has_more: more });
  return picked.length === 3 ? texts.say("page-hint-triple") : "";
}

/** Which of the panels is needed, if one is. */
export function panelFor(legal: Action[]): "pick" | "name" | "shuffle" | "arrange" | "tuck" | null {
  for (const type of ["pick", "name", "shuffle", "arrange", "tuck"] as const) if (ofType(legal, type).length > 0) return type;
  return null;
}
