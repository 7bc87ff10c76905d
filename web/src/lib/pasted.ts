// Links in what somebody has pasted: alone, or in the middle of a message.
import { route } from "./router.svelte";

/** What may stand after a link in a message and is not part of it. */
const AFTER = /[.,;:!?)>\]}"'’”]+$/;

/** The first link to a page of a server, as an address of this one; null if there is none. */
export function linkIn(text: string): string | null {
  for (const word of text.split(/\s+/)) {
    const [, path = "", rest = ""] = word.replace(AFTER, "").match(/^[^/]*?(?:https?:\/\/[^/]*|)(\/[^?#]*)(.*)$/i) ?? [];
    const { page } = route(path);
    if (page !== "lost" && page !== "lobby") return path + rest;
  }
  return null;
}
