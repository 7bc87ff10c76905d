// Where a replay comes from: a table of this server, a share code, or a record that somebody kept.
import { api, type Scenario } from "./api";
import { codeOf } from "./tables";
import type { FromServer } from "../protocol/types";
import { hearWords } from "./words.svelte";

export type Source =
  { kind: "table"; id: string } | { kind: "share"; share: string } | { kind: "record"; record: unknown; file: string };

/** A perspective: a seat's number, a spectator's, or all seats side by side. */
export type Perspective = number | "spectator" | "all";

/** What one viewer was sent; without a viewer, the caller's own seat or a spectator's view. */
export async function framesOf(source: Source, as?: Exclude<Perspective, "all">): Promise<FromServer[]> {
  const viewer = as === undefined ? undefined : String(as);
  const answer =
    source.kind === "table"
      ? await api.replay(source.id, viewer, codeOf(source.id))
      : await api.replayOf({ ...given(source), as: viewer ?? "spectator" });
  // The words of cards are no part of what happened.
  return answer.frames.filter((frame) => !hearWords(frame));
}

/** A file that plays this many actions again. */
export async function scenarioOf(source: Source, actions: number): Promise<Scenario> {
  return source.kind === "table"
    ? api.scenario(source.id, actions, codeOf(source.id))
    : api.scenarioOf({ ...given(source), actions });
}

/** The address of a replay at an action; nothing for a file, which only its owner has. */
export function addressOf(source: Source, eyes: Perspective | null, at: number): string | null {
  const where = `?${eyes === null ? "" : `as=${eyes}&`}at=${at}`;
  if (source.kind === "record") return null;
  if (source.kind === "share") return `/replay${where}#${encodeURIComponent(source.share)}`;
  // Whoever has the link of a private table may watch, so it has the code where only the page sees it.
  const code = codeOf(source.id);
  return `/r/${source.id}${where}${code ? `#${encodeURIComponent(code)}` : ""}`;
}

/** What an address says: the perspective, and the number of the action. */
export function placeIn(search: string): { eyes: Perspective | null; at: number | null } {
  const asked = new URLSearchParams(search);
  const as = asked.get("as");
  const at = asked.get("at");
  const eyes = as === "spectator" || as === "all" ? as : as !== null && /^\d{1,2}$/.test(as) ? Number(as) : null;
  return { eyes, at: at !== null && /^\d{1,7}$/.test(at) ? Number(at) : null };
}

/** Whether this looks like a share code, such as "hc1.AgED…": a game's initials, a version, and the game itself. */
export function isShareCode(text: string): boolean {
  return /^[a-z]{2,4}\d+\.[\w-]+$/.test(text.trim());
}

function given(source: Exclude<Source, { kind: "table" }>): { share: string } | { record: unknown } {
  return source.kind === "share" ? { share: source.share } : { record: source.record };
}
