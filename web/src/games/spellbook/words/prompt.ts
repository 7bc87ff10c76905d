// What is asked of the viewer, or whom the table waits for.
import type { Prompt, TextContext } from "../../../lib/game";
import type { View } from "../../../protocol/games/spellbook";

type At = TextContext<View> & { waiting: number[] };

export function prompt({ view, you, name, waiting }: At): Prompt | null {
  const isAsked = you !== null && waiting.includes(you);
  const others = waiting.filter((seat) => seat !== you).map(name);
  const waits: Prompt = { title: others.length > 0 ? `Waiting for ${others.join(", ")}` : "Just a moment", tone: "wait" };
  const { phase, turn } = view;
  switch (phase.type) {
    case "decks":
      return isAsked ? { title: "Bring a deck", detail: "One of the house, or your own.", tone: "ask" } : waits;
    case "first-player":
      return isAsked ? { title: "Who begins?", tone: "ask" } : waits;
    case "mulligans":
      return isAsked
        ? { title: "Keep this hand?", detail: "Or draw seven again, and put one on the bottom for each time.", tone: "ask" }
        : waits;
    case "sideboarding":
      return isAsked
        ? { title: `Before game ${view.game}`, detail: "Change your deck, or say that you are ready.", tone: "ask" }
        : waits;
    case "over":
      return { title: "The match is over", tone: "wait" };
    case "playing":
      if (you !== null && view.request && isAsked) return { title: "Somebody asks you", tone: "alarm" };
      if (turn.active === you) return { title: "Your turn", tone: "ask" };
      return { title: `${name(turn.active)}’s turn`, tone: "wait" };
  }
}
