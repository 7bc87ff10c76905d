// Follows what one viewer is told: a welcome, and from there each update to what is true after it, spelt out.
import { apply, lengthen, viewOf, type Json } from "../protocol/delta";
import type { Missed, Said, TableInfo, Update, Vocabulary, Welcome } from "../protocol/types";

/** What one entry of the journal meant for the viewer, spelt out. */
export interface Step {
  n: number;
  /** Who acted in the place of a player, if somebody did. */
  by?: "clock" | "absent" | undefined;
  /** For which seat that was. */
  seat?: number | undefined;
  events: unknown[];
  /** The view after it; missing when it is not known, for what was missed and for what changed nothing. */
  view?: unknown;
  said?: Said | undefined;
}

/** Everything that is true of the table now, as the viewer may know it. */
export interface Live {
  n: number;
  you: number | null;
  table: TableInfo;
  view: unknown;
  /** Empty, if the viewer's seat may not act, and in open games, which list nothing. */
  legal: unknown[];
  /** The seats that the table waits for. */
  waiting: number[];
  /** The seats that may act: in some games others may, too. */
  mayAct: number[];
  clocks: (number | null)[] | null;
}

export class Follower {
  live: Live;
  /** What happened before the welcome, as far as it tells. */
  readonly missed: Step[];
  #vocabulary: Vocabulary;
  /** What everybody sees, and what the viewer sees beyond that. */
  #everybodys: Json;
  #own: Json;
  /** What was last offered: it is sent again only when it changes, even if the seat could not act in between. */
  #offered: unknown[];

  constructor(welcome: Welcome) {
    const { n, you, table, waiting, clocks } = welcome;
    this.#vocabulary = welcome.vocabulary;
    this.#everybodys = welcome.view as Json;
    this.#own = (welcome.own ?? null) as Json;
    const view = viewOf(this.#everybodys, this.#own);
    this.#offered = welcome.legal ?? [];
    const mayAct = welcome.may_act ?? waiting;
    const legal = includes(mayAct, you) ? this.#offered : [];
    this.live = { n, you, table, view, waiting, mayAct, clocks: clocks ?? null, legal };
    this.missed = (welcome.missed ?? []).map(told);
  }

  /** Goes on to the next entry. A `DeltaError` is thrown for what does not fit, and nothing has changed then. */
  take(update: Update): Step {
    const { live } = this;
    const words = this.#vocabulary;
    const step: Step = { n: update.n, by: update.by, seat: update.s, events: this.#spelt(update.e ?? []), said: update.m };
    const everybodys = update.v === undefined ? this.#everybodys : apply(this.#everybodys, update.v as Json, words);
    const own = update.o === undefined ? this.#own : apply(this.#own, update.o as Json, words);
    const changed = update.v !== undefined || update.o !== undefined;
    const view = changed ? viewOf(everybodys, own) : live.view;
    const table =
      update.t === undefined
        ? live.table
        : (apply(live.table as unknown as Json, update.t as Json, words) as unknown as TableInfo);
    const waiting = update.w ?? live.waiting;
    if (update.l !== undefined) this.#offered = this.#spelt(update.l);
    const mayAct = update.w === undefined ? live.mayAct : (update.p ?? waiting);
    const legal = includes(mayAct, live.you) ? this.#offered : [];
    this.live = { n: update.n, you: live.you, table, view, legal, waiting, mayAct, clocks: update.c ?? live.clocks };
    [this.#everybodys, this.#own] = [everybodys, own];
    if (changed) step.view = view;
    return step;
  }

  #spelt(short: unknown[]): unknown[] {
    return short.map((value) => lengthen(value as Json, this.#vocabulary));
  }
}

/** Whether the viewer's seat is among these. */
export function includes(seats: number[], you: number | null): boolean {
  return you !== null && seats.includes(you);
}

/** What an entry told, as the log has it. */
export function told(missed: Missed): Step {
  return { n: missed.n, by: missed.by, seat: missed.s, events: missed.e ?? [], said: missed.m };
}
