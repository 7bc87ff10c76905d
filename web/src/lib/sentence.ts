// Plain words for what has no message, from its fields. crates/games/src/texts/plain.rs says the same.
import type { Reader } from "./texts";
import type { Json } from "./values";

const DOER = /^(player|seat)(_id)?$/;
const SEAT = /(^|_)(player|seat|target|challenger|picker|attacker)(_id)?$/;

/** "Ada: card taken, card queen, target you", or without whose doing it is. */
export function sentence(fields: object, reader: Reader): string {
  const { type, ...rest } = fields as Record<string, Json>;
  const parts = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1));
  const doer = parts.find(([key, value]) => DOER.test(key) && typeof value === "number");
  const what = [
    typeof type === "string" ? spaced(type) : "",
    ...parts
      .filter((part) => part !== doer)
      .map(([key, value]) => `${spaced(key.replace(/_id$/, ""))} ${said(key, value, reader)}`),
  ];
  const text = what.filter((part) => part !== "").join(", ");
  return doer ? `${upper(nameOf(Number(doer[1]), reader))}: ${text}` : upper(text);
}

function said(key: string, value: Json | undefined, reader: Reader): string {
  if (typeof value === "number") return SEAT.test(key) ? nameOf(value, reader) : String(value);
  if (typeof value === "string") return spaced(value);
  if (Array.isArray(value)) return value.map((one) => said("", one, reader)).join(" ");
  if (value && typeof value === "object" && "id" in value) return "type" in value ? said("", value.type, reader) : "face down";
  return JSON.stringify(value);
}

function nameOf(seat: number, { you, name }: Reader): string {
  return seat === you ? "you" : name(seat);
}

/** The same with a capital letter. */
export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name of the protocol as words: "cardTaken", "card-taken" and "card_taken" are "card taken". */
function spaced(name: string): string {
  return name
    .replace(/([A-Z])|[-_]/g, " $1")
    .toLowerCase()
    .trim();
}
