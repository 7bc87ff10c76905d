// One viewer's connection to one table: says hello, reads updates, notices gaps, reconnects, and resends what
// was not acknowledged. It is independent of the page and reports to its `Listener`.
import { DeltaError } from "../protocol/delta";
import {
  VERSION,
  type ByeReason,
  type FromClient,
  type FromServer,
  type Refusal,
  type Refused,
  type Update,
  type Welcome,
} from "../protocol/types";
import { Follower, type Live, type Step } from "./follow";
import { hearWords } from "./words.svelte";

export type { Live, Step } from "./follow";

/** The state of the connection. `ended` is final, and the server gave a reason. */
export type LinkState = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  /** A new snapshot. `past` is the log before it, which is not animated; null if it was too long to send. */
  begins: (live: Live, past: Step[] | null) => void;
  /** One or more steps happened; several after a lost connection. */
  happened: (live: Live, steps: Step[]) => void;
  /** The message with this id was carried out. */
  settled: (id: string) => void;
  refused: (refusal: Refused) => void;
  reminded: (left: number) => void;
  presence: (here: number[]) => void;
  linked: (state: LinkState, why?: Refusal | ByeReason) => void;
}

/** The part of a WebSocket that is used, so that tests can replace it. */
export interface Socket {
  send: (text: string) => void;
  close: () => void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Settings {
  open: () => Socket;
  token?: string | undefined;
  code?: string | undefined;
  listener: Listener;
  /** Delays between attempts to reconnect, in milliseconds; the last one is repeated. */
  waits?: number[];
}

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const WAITS = [300, 1000, 2000, 4000, 8000, 15_000];
/** Reasons after which the page does not reconnect. */
const FINAL: ByeReason[] = ["removed", "kicked", "started", "replaced", "gone", "signed-out"];
const PASSING = ["too-fast", "unavailable", "internal"];

type Sent = Extract<FromClient, { type: "act" | "chat" }>;

export class Connection {
  #settings: Settings;
  #socket: Socket | null = null;
  /** The last known state of the table; kept while the connection is lost. */
  #follower: Follower | null = null;
  /** Sent and not yet answered, in order; sent again with the same ids after a lost connection. */
  #pending = new Map<string, Sent>();
  /** Unanswered `why` questions. */
  #questions = new Map<string, (refusal: Refusal | null) => void>();
  #attempt = 0;
  #ended = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  /** Ids are unique per seat and table, so each page uses a prefix of its own. */
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

  /** Asks why an action is not permitted; null if it is, or if there is no connection now. */
  why(action: unknown): Promise<Refusal | null> {
    const socket = this.#socket;
    if (!socket || !this.#follower || this.#attempt > 0) return Promise.resolve(null);
    const id = this.#id();
    return new Promise((answer) => {
      this.#questions.set(id, answer);
      socket.send(JSON.stringify({ type: "why", id, action }));
    });
  }

  /** Says something to everybody at the table. */
  say(text: string): string {
    const id = this.#id();
    this.#send({ type: "chat", id, text });
    return id;
  }

  /** Reconnects at once if it is waiting to do so. */
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
    if (this.#socket && this.#follower && this.#attempt === 0) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    this.#retry = undefined;
    const { token, code } = this.#settings;
    const socket = this.#settings.open();
    this.#socket = socket;
    socket.onopen = () => {
      // A page that has just been opened asks for the whole log.
      const hello = { type: "hello", version: VERSION, token, code, since: this.#follower?.live.n ?? 0 };
      socket.send(JSON.stringify(hello));
      this.#listenFor(PONG_WITHIN);
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#hear(JSON.parse(data) as FromServer);
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
    // Who waits for a table that cannot be reached is told so, but not because of one failed attempt.
    this.#settings.listener.linked(this.#follower || this.#attempt > 1 ? "lost" : "connecting");
    // Random jitter, so that all clients do not reconnect at the same moment after a restart.
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
    for (const id of this.#questions.keys()) this.#answer(id, null);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  /** Sends pings, and closes the connection if no pong arrives in time. */
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

  #hear(message: FromServer): void {
    this.#heard();
    if (!("type" in message)) return this.#update(message);
    if (hearWords(message)) return;
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "refused":
        return this.#refused(message);
      case "done":
        return this.#settle(message.id);
      case "because":
        return this.#answer(message.id, message.refusal ?? null);
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
    const before = this.#follower?.live;
    this.#follower = new Follower(welcome);
    const { live, missed } = this.#follower;
    const reconnected = this.#attempt > 0;
    this.#attempt = 0;
    // A player who sits down or leaves gets a new snapshot; nothing has been missed then.
    if (before && before.you === welcome.you && welcome.missed) {
      const last = missed.at(-1);
      if (last) last.view = live.view;
      this.#settings.listener.happened(live, missed);
    } else {
      this.#settings.listener.begins(live, welcome.missed ? missed : null);
    }
    for (const { a } of welcome.missed ?? []) this.#settle(a);
    this.#settings.listener.linked("open");
    if (reconnected || !before) for (const message of this.#pending.values()) this.#socket?.send(JSON.stringify(message));
  }

  #answer(id: string, refusal: Refusal | null): void {
    this.#questions.get(id)?.(refusal);
    this.#questions.delete(id);
  }

  #refused(refused: Refused): void {
    // A question that was refused has no answer.
    if (refused.id !== undefined && this.#questions.has(refused.id)) return this.#answer(refused.id, null);
    if (refused.id !== undefined) this.#pending.delete(refused.id);
    const beforeWelcome = this.#follower === null || this.#attempt > 0;
    if (refused.id === undefined && beforeWelcome && !PASSING.includes(refused.kind)) return this.#end(refused);
    this.#settings.listener.refused(refused);
  }

  #update(update: Update): void {
    const follower = this.#follower;
    if (!follower) return;
    // An update can be older than the welcome and is ignored then; after a gap the page reconnects.
    if (update.n <= follower.live.n) return;
    if (update.n !== follower.live.n + 1) return this.#lose();
    let step: Step;
    try {
      step = follower.take(update);
    } catch (error) {
      if (!(error instanceof DeltaError)) throw error;
      // A delta that does not fit requires a new snapshot.
      this.#follower = null;
      return this.#lose();
    }
    this.#settings.listener.happened(follower.live, [step]);
    this.#settle(update.a);
  }

  #settle(id: string | undefined): void {
    if (id !== undefined && this.#pending.delete(id)) this.#settings.listener.settled(id);
  }
}
