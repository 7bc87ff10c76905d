// One table as the page shows it: what is true, what is shown, what was said, and what the player can do about it.
import type { ByeReason, Refusal, Refused, TableInfo } from "../protocol/types";
import { alarm, announce } from "./announce";
import { Connection, type LinkState, type Listener, type Live, type Socket, type Step } from "./connection";
import { Director } from "./director.svelte";
import type { GameModule, Prompt, Told } from "./game";
import { load } from "../games";
import { motion } from "./motion.svelte";
import { seatName } from "./names";
import { play } from "./sound";
import { carry, sentenceOf } from "./stage";

export interface LogLine {
  key: number;
  text: string;
  kind: "event" | "chat" | "house";
  /** Who said it. */
  name?: string;
  seat?: number | undefined;
}

export class Table {
  readonly id: string;
  link: LinkState = $state("connecting");
  /** Why there is no connection any more. */
  ended: Refusal | ByeReason | null = $state.raw(null);
  live: Live | null = $state.raw(null);
  game: GameModule | null = $state.raw(null);
  here: number[] = $state.raw([]);
  log: LogLine[] = $state.raw([]);
  /** When the clocks were heard, on this machine's clock. */
  clocksAt = $state(0);
  /** Something that the house did not do, for a moment. */
  complaint: string | null = $state(null);
  /** An action is on its way. */
  isActing = $state(false);

  readonly director: Director;
  #connection: Connection;
  #key = 0;
  /** What happened before there was a board to show it on. */
  #past: Step[] = [];
  #sent: { id: string; action: unknown; question: string; tries: number } | null = null;

  readonly info: TableInfo | null = $derived(this.live?.table ?? null);
  readonly you: number | null = $derived(this.live?.you ?? null);
  readonly isPlaying = $derived(this.info?.state === "playing");
  /** What the board may offer: nothing while something is still being shown, on its way, or cannot be sent. */
  readonly legal: unknown[] = $derived.by(() => {
    const isReady = this.link === "open" && !this.isActing && !this.director.busy;
    return isReady ? (this.live?.legal ?? []) : [];
  });
  readonly canAct = $derived(this.legal.length > 0);
  readonly prompt: Prompt | null = $derived.by(() => this.#prompt());

  constructor(id: string, token?: string, code?: string) {
    this.id = id;
    this.director = new Director({
      beat: (event) => this.game?.beat(event) ?? null,
      told: (event, step, view) => this.#tell(event, step, view),
      said: (step) => this.#hear(step),
      move: (commit, speed) => carry(commit, speed),
      wait: (millis) => new Promise((done) => setTimeout(done, millis)),
      isStill: () => motion.isReduced,
      isHidden: () => document.hidden,
    });
    this.#connection = new Connection({ open: () => socket(id), token, code, listener: this.#listener() });
  }

  name = (seat: number): string => (seat === this.you ? "You" : this.seatName(seat));

  /** What the player of a seat is called, also when it is the viewer. */
  seatName(seat: number): string {
    return seatName(this.info?.seats ?? [], seat);
  }

  label = (action: unknown): string => this.game?.label(action, this.told(this.director.shown)) ?? "";

  /** How much time each seat has left at this moment; the clocks of those who are waited for run. */
  clocks(now: number): (number | null)[] | null {
    const live = this.live;
    if (!live?.clocks) return null;
    const gone = Math.max(0, now - this.clocksAt);
    return live.clocks.map((left, seat) => (left !== null && live.waiting.includes(seat) ? Math.max(0, left - gone) : left));
  }

  told(view: unknown): Told<unknown> {
    return { view, you: this.you, name: this.name };
  }

  act = (action: unknown): void => {
    if (!this.canAct || !this.live) return;
    this.isActing = true;
    this.#sent = { id: "", action, question: this.#question(), tries: 0 };
    this.#sent.id = this.#connection.act(action, this.live.n);
  };

  say(text: string): void {
    this.#connection.say(text);
  }

  retry(): void {
    this.#connection.hurry();
  }

  close(): void {
    this.#connection.close();
    this.director.cut(null);
  }

  complain(text: string): void {
    this.complaint = text;
    alarm(text);
    setTimeout(() => {
      if (this.complaint === text) this.complaint = null;
    }, 5000);
  }

  #listener(): Listener {
    return {
      begins: (live, past) => void this.#begin(live, past),
      happened: (live, steps) => this.#happened(live, steps),
      settled: (id) => id === this.#sent?.id && this.#settle(),
      refused: (refused) => this.#refused(refused),
      reminded: (left) => this.#remind(left),
      presence: (here) => (this.here = here),
      linked: (state, why) => this.#linked(state, why),
    };
  }

  async #begin(live: Live, past: Step[]): Promise<void> {
    this.#set(live);
    // The house tells who is here when that changes; until it does, nobody is said to be gone.
    if (this.here.length === 0) this.here = live.table.seats.map((_, seat) => seat);
    this.#past = past;
    this.game ??= await load(live.table.game);
    this.log = [];
    // What happened while the game was loading is past, too.
    const now = this.live ?? live;
    this.director.cut(now.view);
    for (const step of this.#past) {
      for (const event of step.events) this.#write(event, step, now.view);
      this.#hear(step, true);
    }
  }

  #happened(live: Live, steps: Step[]): void {
    this.#set(live);
    if (this.game) void this.director.take(steps);
    else this.#past.push(...steps);
  }

  #set(live: Live): void {
    if (live.clocks !== this.live?.clocks) this.clocksAt = performance.now();
    this.live = live;
  }

  #settle(): void {
    this.#sent = null;
    this.isActing = false;
  }

  /** Somebody else was faster. If the question is still the same, the answer is, too. */
  #refused(refused: Refused): void {
    const sent = this.#sent;
    if (sent && refused.id === sent.id) {
      if (refused.kind === "stale" && sent.tries < 5 && this.live && this.#question() === sent.question) {
        sent.tries += 1;
        sent.id = this.#connection.act(sent.action, this.live.n);
        return;
      }
      this.#settle();
    }
    this.complain(refused.kind === "stale" ? "Something happened just before. Have another look." : refused.message);
  }

  /** What is asked of the viewer, for comparison. */
  #question(): string {
    const live = this.live;
    if (!live || !this.game) return "";
    const asked = this.game.prompt({ ...this.told(live.view), legal: live.legal, waiting: live.waiting });
    return JSON.stringify([live.legal, asked]);
  }

  #remind(left: number): void {
    play("alarm");
    alarm(`${Math.round(left / 1000)} seconds left.`);
  }

  #linked(state: LinkState, why?: Refusal | ByeReason): void {
    if (state === "open" && this.link === "lost") announce("Connected again. Nothing was lost.");
    if (state === "lost" && this.link === "open") alarm("Connection lost. Trying again.");
    this.link = state;
    this.ended = why ?? null;
  }

  #tell(event: unknown, step: Step, view: unknown): void {
    const text = this.#write(event, step, view);
    if (text) announce(text);
    const sound = this.game?.beat(event)?.sound;
    if (sound) play(sound);
  }

  #write(event: unknown, step: Step, view: unknown): string | null {
    const text = this.game && sentenceOf(this.game, event, step, this.told(view));
    if (text) this.#line({ text, kind: "event" });
    return text;
  }

  #hear(step: Step, isPast = false): void {
    const said = step.said;
    if (!said) return;
    this.#line({ text: said.text, kind: "chat", name: said.name, seat: said.seat });
    if (isPast) return;
    announce(`${said.seat === this.you && said.seat !== undefined ? "You" : said.name}: ${said.text}`);
    play("tick");
  }

  #line(line: Omit<LogLine, "key">): void {
    this.#key += 1;
    this.log = [...this.log.slice(-499), { ...line, key: this.#key }];
  }

  #prompt(): Prompt | null {
    const live = this.live;
    const view = this.director.shown;
    if (!live || !this.game || view === null || view === undefined) return null;
    return this.game.prompt({ ...this.told(view), legal: this.legal, waiting: this.director.busy ? [] : live.waiting });
  }
}

function socket(id: string): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(id)}/ws`) as unknown as Socket;
}
