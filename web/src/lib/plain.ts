// Plain words for any game, from the names of its actions and events: for a game whose folder does not say more.
import type { GameCover, GameModule, Told } from "./game";
import GenericBoard from "../ui/GenericBoard.svelte";
import NoHowTo from "../ui/NoHowTo.svelte";

type Fields = { type?: unknown } & Record<string, unknown>;

/** All that can be played without knowing anything of a game. */
export function plainGame(cover: GameCover): GameModule<unknown, Fields, Fields> {
  return {
    ...cover,
    Board: GenericBoard,
    HowTo: NoHowTo,
    words: (event, at) => sentence(event, at),
    label: (action, at) => sentence(action, at),
    prompt: ({ legal, waiting, you, name }) => {
      if (legal.length > 0) return { title: "Your move", tone: "ask" };
      const others = waiting.filter((seat) => seat !== you).map(name);
      return others.length > 0 ? { title: `Waiting for ${others.join(", ")}`, tone: "wait" } : null;
    },
    beat: () => ({ millis: 250 }),
  };
}

function sentence(fields: Fields, at: Told<unknown>): string {
  const { type, ...rest } = fields;
  const parts = Object.entries(rest).map(([key, value]) => `${key.replaceAll("_", " ")} ${said(key, value, at)}`);
  const what = typeof type === "string" ? type.replace(/([A-Z])|[-_]/g, " $1") : "";
  return [what.toLowerCase().trim(), ...parts].join(", ");
}

function said(key: string, value: unknown, at: Told<unknown>): string {
  const isSeat = /(^|_)(player|target|challenger|picker|attacker)(_id)?$/.test(key) && typeof value === "number";
  if (isSeat) return at.name(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
