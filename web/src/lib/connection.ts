// One viewer's connection to one table: says hello, reads updates, notices gaps, comes back by itself, and sends again what
// was not acknowledged. It knows nothing of the page; whoever made it is told through `Listener`.
import { apply, lengthen, Misfit, type Json } from "../protocol/delta";
import {
  VERSION,
  type ByeReason,
  type FromClient,
  type FromHouse,
  type Missed,
  type Refusal,
  type Refused,
  type Said,
  type TableInfo,
  type Update,
  type Welcome,
} from "../protocol/types";

/** What one entry of the journal meant for the viewer, spelt out. */
export interface Step {
  n: number;
  by?: "clock" | "absent" | undefined;
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
  /** Empty, if the viewer's seat is not waited for. */
  legal: unknown[];
  waiting: number[];
  clocks: (number | null)[] | null;
}

/** How the connection is. `ended` is for good: the house said why. */
export type LinkState = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  /** A fresh beginning: `past` is what happened before, for the log, and is not to be played. */
  begins(live: Live, past: Step[]): void;
  /** Something happened. After a lost connection there can be several at once. */
  happened(live: Live, steps: Step[]): void;
  /** The message with this id was done. */
  settled(id: string): void;
  refused(refusal: Refused): void;
  reminded(left: number): void;
  presence(here: number[]): void;
  linked(state: LinkState, why?: Refusal | ByeReason): void;
}

/** As much of a WebSocket as is needed, so that tests can have another one. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Settings {
  open(): Socket;
  token?: string | undefined;
  code?: string | undefined;
  listener: Listener;
  /** The waits between attempts, in milliseconds; the last one is repeated. */
  waits?: number[];
}

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const WAITS = [300, 1000, 2000, 4000, 8000, 15_000];
/** After these, it is no use to come again. */
const FINAL: ByeReason[] = ["removed", "replaced", "gone", "no-hello", "signed-out"];
const PASSING = ["too-fast", "unavailable", "internal"];

type Sent = Extract<FromClient, { type: "act" | "chat" }>;

export class Connection {
  #settings: Settings;
  #socket: Socket | null = null;
  #live: Live | null = null;
  #vocabulary: Welcome["vocabulary"] = { shapes: [], words: [] };
  /** Sent and not yet answered, in order; sent again with the same ids after a lost connection. */
  #pending = new Map<string, Sent>();
  /** What was last offered: it is sent again only when it changes, even if the seat could not act in between. */
  #offered: unknown[] = [];
  #attempt = 0;
  #ended = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  /** Ids count for a seat and table, whichever page sends them, so they begin with something of this page's own. */
  #prefix = crypto.randomUUID().slice(0, 8);

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#connect();
  }

  /** Sends an action; gives the id that a refusal of it will have. */
  act(action: unknown, at?: number): string {
    const id = this.#id();
    this.#send({ type: "act", id, action, ...(at === undefined ? {} : { at }) });
    return id;
  }

  /** Says something to everybody at the table. */
  say(text: string): string {
    const id = this.#id();
    this.#send({ type: "chat", id, text });
    return id;
  }

  /** Tries again at once, if it is waiting to do so. */
  hurry(): void {
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  close(): void {
    this.#ended = true;
    this.#drop();
  }

  #id(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }

  #send(message: Sent): void {
    this.#pending.set(message.id, message);
    if (this.#socket && this.#live && this.#attempt === 0) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    this.#retry = undefined;
    const { token, code } = this.#settings;
    const socket = this.#settings.open();
    this.#socket = socket;
    socket.onopen = () => {
      // A page that has just been opened asks for all there is to tell, so that the log is not empty.
      const hello = { type: "hello", version: VERSION, token, code, since: this.#live?.n ?? 0 };
      socket.send(JSON.stringify(hello));
      this.#listenFor(PONG_WITHIN);
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#hear(JSON.parse(data) as FromHouse);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #lose(): void {
    this.#drop();
    if (this.#ended) return;
    const waits = this.#settings.waits ?? WAITS;
    const wait = waits[Math.min(this.#attempt, waits.length - 1)] ?? 1000;
    this.#attempt += 1;
    this.#settings.listener.linked(this.#live ? "lost" : "connecting");
    // Everybody is thrown out at once when a house restarts; a little chance keeps them from coming back at once.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #end(why: Refusal | ByeReason): void {
    this.#ended = true;
    this.#drop();
    this.#settings.listener.linked("ended", why);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  /** Closes the connection if the house is silent for so long; otherwise asks for a sign of life now and then. */
  #listenFor(millis: number): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#lose(), millis);
  }

  #heard(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      this.#socket?.send(JSON.stringify({ type: "ping" }));
      this.#listenFor(PONG_WITHIN);
    }, PING_EVERY);
  }

  #hear(message: FromHouse): void {
    this.#heard();
    if (!("type" in message)) return this.#update(message);
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "refused":
        return this.#refused(message);
      case "done":
        return this.#settle(message.id);
      case "reminder":
        return this.#settings.listener.reminded(message.left);
      case "presence":
        return this.#settings.listener.presence(message.here);
      case "bye":
        if (FINAL.includes(message.reason)) this.#end(message.reason);
        return;
      default:
        return;
    }
  }

  #welcome(welcome: Welcome): void {
    const before = this.#live;
    this.#vocabulary = welcome.vocabulary;
    this.#offered = welcome.legal ?? [];
    this.#live = {
      n: welcome.n,
      you: welcome.you,
      table: welcome.table,
      view: welcome.view,
      legal: mayAct(welcome.you, welcome.waiting) ? this.#offered : [],
      waiting: welcome.waiting,
      clocks: welcome.clocks ?? null,
    };
    const missed = (welcome.missed ?? []).map(told);
    const reconnected = this.#attempt > 0;
    this.#attempt = 0;
    // Somebody who sits down or gets up sees the table anew; nothing has been missed then.
    if (before && before.you === welcome.you && welcome.missed) {
      const last = missed.at(-1);
      if (last) last.view = welcome.view;
      this.#settings.listener.happened(this.#live, missed);
    } else {
      this.#settings.listener.begins(this.#live, missed);
    }
    for (const { a } of welcome.missed ?? []) this.#settle(a);
    this.#settings.listener.linked("open");
    if (reconnected || !before) for (const message of this.#pending.values()) this.#socket?.send(JSON.stringify(message));
  }

  #refused(refused: Refused): void {
    if (refused.id !== undefined) this.#pending.delete(refused.id);
    const beforeWelcome = this.#live === null || this.#attempt > 0;
    if (refused.id === undefined && beforeWelcome && !PASSING.includes(refused.kind)) return this.#end(refused);
    this.#settings.listener.refused(refused);
  }

  #update(update: Update): void {
    const live = this.#live;
    if (!live) return;
    // A number that was seen before can come after a new welcome; one that was skipped is a reason to start over.
    if (update.n <= live.n) return;
    if (update.n !== live.n + 1) return this.#lose();
    try {
      this.#live = this.#after(live, update);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      // What does not fit can only be mended by a fresh beginning.
      this.#live = null;
      return this.#lose();
    }
    const step: Step = { n: update.n, by: update.by, events: this.#spelt(update.e ?? []), said: update.m };
    if (update.v !== undefined) step.view = this.#live.view;
    this.#settings.listener.happened(this.#live, [step]);
    this.#settle(update.a);
  }

  #settle(id: string | undefined): void {
    if (id !== undefined && this.#pending.delete(id)) this.#settings.listener.settled(id);
  }

  #after(live: Live, update: Update): Live {
    const words = this.#vocabulary;
    const view = update.v === undefined ? live.view : apply(live.view as Json, update.v as Json, words);
    const table =
      update.t === undefined ? live.table : (apply(live.table as unknown as Json, update.t as Json, words) as unknown as TableInfo);
    const waiting = update.w ?? live.waiting;
    if (update.l !== undefined) this.#offered = this.#spelt(update.l);
    const legal = this.#offered;
    const clocks = update.c ?? live.clocks;
    return { ...live, n: update.n, view, table, waiting, clocks, legal: mayAct(live.you, waiting) ? legal : [] };
  }

  #spelt(short: unknown[]): unknown[] {
    return short.map((value) => lengthen(value as Json, this.#vocabulary));
  }
}

function mayAct(you: number | null, waiting: number[]): boolean {
  return you !== null && waiting.includes(you);
}

function told(missed: Missed): Step {
  return { n: missed.n, by: missed.by, events: missed.e ?? [], said: missed.m };
}
