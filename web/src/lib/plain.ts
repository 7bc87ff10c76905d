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

/** "Ada: card taken, card queen, target you", or without whose doing it is. */
function sentence(fields: Fields, at: Told<unknown>): string {
  const { type, ...rest } = fields;
  const parts = Object.entries(rest);
  const doer = parts.find(([key, value]) => DOER.test(key) && typeof value === "number");
  const what = [
    typeof type === "string" ? spaced(type) : "",
    ...parts.filter((part) => part !== doer).map(([key, value]) => `${spaced(key.replace(/_id$/, ""))} ${said(key, value, at)}`),
  ];
  const text = what.filter((part) => part !== "").join(", ");
  return doer ? `${at.name(Number(doer[1]))}: ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
}

const DOER = /^(player|seat)(_id)?$/;
const SEAT = /(^|_)(player|seat|target|challenger|picker|attacker)(_id)?$/;

function said(key: string, value: unknown, at: Told<unknown>): string {
  if (typeof value === "number") return SEAT.test(key) ? at.name(value) : String(value);
  if (typeof value === "string") return spaced(value);
  if (Array.isArray(value)) return value.map((one) => said("", one, at)).join(" ");
  if (value !== null && typeof value === "object" && "id" in value)
    return "type" in value ? said("", value.type, at) : "face down";
  return JSON.stringify(value);
}

/** A name of the protocol as words: "cardTaken", "card-taken" and "card_taken" are "card taken". */
function spaced(name: string): string {
  return name
    .replace(/([A-Z])|[-_]/g, " $1")
    .toLowerCase()
    .trim();
}
