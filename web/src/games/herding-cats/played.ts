// What the viewer's own card on the table really is. No view has it, so the page keeps it for when it is opened anew.
import { store, storedJson } from "../../lib/storage";
import type { Kind } from "../../protocol/games/herding-cats";

export interface Remembered {
  card: number;
  kind: Kind;
  isSecret: boolean;
}

const KEY = "herding-cats.played";

export function keep(played: Remembered): Remembered {
  store(KEY, JSON.stringify({ ...played, at: location.pathname }));
  return played;
}

/** The card that was played last at this table, if it was here. */
export function recall(): Remembered | null {
  const kept = storedJson<Remembered & { at: string }>(KEY);
  return kept?.at === location.pathname ? kept : null;
}
