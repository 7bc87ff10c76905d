// One table as the page shows it: its actual state, the state on screen, log and chat, and the player's actions.
import type { ByeReason, Refusal, Refused, TableInfo } from "../protocol/types";
import { announceNow, announce } from "./announce";
import { api, sentence, messageFor } from "./api";
import { Connection, type LinkState, type Listener, type Live, type Socket, type Step } from "./connection";
import { Director } from "./director.svelte";
import { includes, told } from "./follow";
import type { GameModule, Prompt, TextContext } from "./game";
import { load } from "../games";
import { motion } from "./motion.svelte";
import { seatName } from "./names";
import { factor } from "./preferences.svelte";
import { play } from "./sound";
import { animateTo, sentencesOf, type Sentence } from "./stage";
import { store, stored } from "./storage";
import { isSolo } from "./tables";

export interface LogLine {
  key: number;
  text: string;
  kind: "event" | "chat" | "note";
  /** The author of a chat message. */
  name?: string;
  seat?: number | undefined;
}

const RESIGNED: Prompt = {
  title: "You resigned",
  detail: "The game goes on without you. You can keep watching, or go back to the lobby.",
  tone: "wait",
};

const TOO_LATE = "Something happened just before. Have another look.";

export class Table {
  readonly id: string;
  link: LinkState = $state("connecting");
  /** Why the connection has ended. */
  ended: Refusal | ByeReason | null = $state.raw(null);
  live: Live | null = $state.raw(null);
  game: GameModule | null = $state.raw(null);
  here: number[] = $state.raw([]);
  log: LogLine[] = $state.raw([]);
  /** When the clocks were received, on this machine's monotonic clock. */
  clocksAt = $state(0);
  /** The last refusal, shown for a moment. */
  complaint: string | null = $state(null);
  /** Earlier lines of the log are being loaded. */
  isReadingLog = $state(false);
  /** An action has been sent and is not answered yet. */
  isActing = $state(false);

  readonly director: Director;
  #connection: Connection;
  #code: string | undefined;
  #key = 0;
  /** The last event in words, which the prompt bar shows while there is nothing to ask and nobody to wait for. */
  #told = $state("");
  /** Steps received before the board was loaded. */
  #past: Step[] = [];
  /** Counts snapshots, so that the log of an old one is not put before a new one. */
  #beginnings = 0;
  #sent: { id: string; action: unknown; question: string; tries: number } | null = null;

  readonly info: TableInfo | null = $derived(this.live?.table ?? null);
  readonly you: number | null = $derived(this.live?.you ?? null);
  readonly isPlaying = $derived(this.info?.state === "playing");
  /** What the board may offer: nothing while something is still being shown, on its way, or cannot be sent. */
  readonly legal: unknown[] = $derived.by(() => {
    const isReady = this.link === "open" && !this.isActing && !this.director.busy;
    return isReady ? (this.live?.legal ?? []) : [];
  });
  /** More can be done in this game than is listed. */
  readonly isOpenGame = $derived(this.info?.open_game === true);
  /** The viewer may do something. In an open game that waits neither until everything is shown nor for the answer to what was done
   *  before: others act all the time, and several things are done at once. */
  readonly canAct = $derived.by(() => {
    if (!this.isOpenGame) return this.legal.length > 0;
    const isReady = this.link === "open" && this.isPlaying && !this.#hasResigned();
    return isReady && includes(this.live?.mayAct ?? [], this.you);
  });
  /** The table waits for the viewer, and everything is shown. */
  readonly isAsked = $derived.by(() => this.canAct && !this.director.busy && includes(this.live?.waiting ?? [], this.you));
  /** One person plays against bots. */
  readonly isSolo = $derived(this.info !== null && this.you !== null && isSolo(this.info));
  /** What the game is waiting for, as its messages name it. */
  readonly phase = $derived(phaseOf(this.live?.view));
  /** Whether this is a guided game, with coach marks. */
  isGuided = $state(false);
  /** The viewer is out of the game, while the others play on. */
  readonly isOut = $derived.by(() => this.isPlaying && this.you !== null && this.#hasLost(this.you));
  readonly prompt: Prompt | null = $derived.by(() => this.#prompt());

  constructor(id: string, token?: string, code?: string) {
    this.id = id;
    this.#code = code;
    this.isGuided = stored("guided") === id;
    this.director = new Director({
      beat: (event) => this.game?.beat(event) ?? null,
      told: (event, step, view) => this.#tell(event, step, view),
      said: (step) => this.#hear(step),
      move: (commit, speed) => animateTo(commit, speed * this.#factor()).then((millis) => millis * this.#factor()),
      wait: (millis) => new Promise((done) => setTimeout(done, millis / this.#factor())),
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

  told(view: unknown): TextContext<unknown> {
    return { view, you: this.you, name: this.name };
  }

  act = (action: unknown): void => {
    if (!this.canAct || !this.live) return;
    const question = this.#question(action, this.live.view);
    // What the player sees on the table may be older than what is known already.
    if (this.isOpenGame && question !== this.#question(action, this.director.shown)) {
      this.complain(TOO_LATE);
      return;
    }
    this.isActing = true;
    this.#sent = { id: "", action, question, tries: 0 };
    this.#sent.id = this.#connection.act(action, this.#at(question));
  };

  /** Why the player may not do this now; null if they may, or if nobody can say. */
  why = async (action: unknown): Promise<string | null> => {
    if (this.you === null || this.link !== "open") return null;
    const refusal = await this.#connection.why(action);
    return refusal && upper(refusal.message);
  };

  say(text: string): void {
    this.#connection.say(text);
  }

  /** Dismisses the coach for good. */
  endGuide(): void {
    this.isGuided = false;
    store("guided", null);
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
    announceNow(text);
    setTimeout(() => {
      if (this.complaint === text) this.complaint = null;
    }, 5000);
  }

  #factor(): number {
    return factor(this.info?.pace);
  }

  #hasLost(seat: number): boolean {
    const view = this.director.shown;
    return this.info?.seats[seat]?.resigned === true || (Boolean(view) && (this.game?.isOut(view, seat) ?? false));
  }

  /** The action that passes, if it is the only legal one. */
  get onlyPass(): unknown {
    const { game, legal } = this;
    return game && legal.length > 0 && legal.every((action) => game.isPass(action)) ? legal[0] : null;
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

  async #begin(live: Live, past: Step[] | null): Promise<void> {
    this.#set(live);
    // The server tells who is here when that changes; until it does, nobody is said to be gone.
    if (this.here.length === 0) this.here = live.table.seats.map((_, seat) => seat);
    this.#past = past ?? [];
    this.#beginnings += 1;
    const beginning = this.#beginnings;
    this.game ??= await load(live.table.game);
    // What happened while the game was loading belongs to the log, too.
    const now = this.live ?? live;
    this.director.cut(now.view);
    this.log = this.#pastLines(this.#past, now.view);
    if (past === null && live.n > 0) await this.#readLog(live.n + 1, now.view, beginning);
  }

  /** The log was too long for the welcome: it comes page by page, the newest first. */
  async #readLog(before: number, view: unknown, beginning: number): Promise<void> {
    this.isReadingLog = true;
    try {
      for (let first = before; first > 0;) {
        const page = await api.log(this.id, first, this.#code);
        if (beginning !== this.#beginnings) return;
        this.log = [...this.#pastLines(page.entries.map(told), view), ...this.log];
        first = page.first;
      }
    } catch (error) {
      if (beginning === this.#beginnings) this.complain(`The log could not be loaded. ${sentence(error)}`);
    } finally {
      if (beginning === this.#beginnings) this.isReadingLog = false;
    }
  }

  #pastLines(steps: readonly Step[], view: unknown): LogLine[] {
    return steps.flatMap((step) => [
      ...this.#sentences(step, view).flatMap(({ text }) => (text ? [this.#line({ text, kind: "event" })] : [])),
      ...this.#chat(step),
    ]);
  }

  #sentences(step: Step, view: unknown): Sentence[] {
    return this.game ? sentencesOf(this.game, step, this.told(view), this.info?.seats) : [];
  }

  #happened(live: Live, steps: Step[]): void {
    this.#set(live);
    if (this.game) void this.director.take(steps);
    else this.#past.push(...steps);
  }

  #set(live: Live): void {
    if (live.clocks !== this.live?.clocks) this.clocksAt = performance.now();
    const before = this.live?.table;
    this.live = live;
    if (before && before !== live.table) this.#notice(before, live.table);
  }

  #settle(): void {
    this.#sent = null;
    this.isActing = false;
  }

  /** Somebody else was faster. If the question is still the same, the answer is, too. */
  #refused(refused: Refused): void {
    const sent = this.#sent;
    if (sent && refused.id === sent.id) {
      const isSame = this.live !== null && this.#question(sent.action, this.live.view) === sent.question;
      if (refused.kind === "stale" && sent.tries < 5 && isSame) {
        sent.tries += 1;
        sent.id = this.#connection.act(sent.action, this.#at(sent.question));
        return;
      }
      this.#settle();
    }
    this.complain(refused.kind === "stale" ? TOO_LATE : messageFor(refused));
  }

  /** The update that an action answers. In an open game others act all the time, so it has one only if it depends on what lies there. */
  #at(question: string): number | undefined {
    return this.isOpenGame && question === "" ? undefined : this.live?.n;
  }

  #hasResigned(): boolean {
    return this.you !== null && this.info?.seats[this.you]?.resigned === true;
  }

  /** What an action answers, for comparison: what is asked of the viewer, or in an open game what the action depends on. */
  #question(action: unknown, view: unknown): string {
    const live = this.live;
    if (!live || !this.game) return "";
    if (this.isOpenGame) {
      const basis = this.game.basis(action, this.told(view));
      return basis === undefined ? "" : JSON.stringify(basis);
    }
    const asked = this.game.prompt({ ...this.told(live.view), legal: live.legal, waiting: live.waiting });
    return JSON.stringify([live.legal, asked]);
  }

  #remind(left: number): void {
    play("alarm");
    announceNow(`${Math.round(left / 1000)} seconds left.`);
  }

  #linked(state: LinkState, why?: Refusal | ByeReason): void {
    if (state === "open" && this.link === "lost") announce("Connected again. Nothing was lost.");
    if (state === "lost" && this.link === "open") announceNow("Connection lost. Trying again.");
    this.link = state;
    this.ended = why ?? null;
  }

  #tell(event: unknown, step: Step, view: unknown): void {
    const text = this.#sentences(step, view).find((one) => one.event === event)?.text;
    if (text) {
      this.log = [...this.log, this.#line({ text, kind: "event" })];
      announce(text);
      this.#told = text;
    }
    const sound = this.game?.beat(event)?.sound;
    if (sound) play(sound);
  }

  #chat({ said }: Step): LogLine[] {
    return said ? [this.#line({ text: said.text, kind: "chat", name: said.name, seat: said.seat })] : [];
  }

  #hear(step: Step): void {
    const said = step.said;
    if (!said) return;
    this.log = [...this.log, ...this.#chat(step)];
    announce(`${said.seat === this.you && said.seat !== undefined ? "You" : said.name}: ${said.text}`);
    play("tick");
  }

  #line(line: Omit<LogLine, "key">): LogLine {
    this.#key += 1;
    return { ...line, key: this.#key };
  }

  /** What changed around the table: who resigned, left the game to others, or is back. */
  #notice(before: TableInfo | undefined, after: TableInfo): void {
    if (before?.state !== "playing") return;
    for (const [seat, { resigned, absent }] of after.seats.entries()) {
      const was = before.seats[seat];
      const isYou = seat === this.you;
      const name = this.seatName(seat);
      if (resigned && !was?.resigned) this.#note(isYou ? "You resigned. The game goes on without you." : `${name} resigned.`);
      else if (absent && !was?.absent && !isYou) this.#note(`${name} is away. The game goes on without them.`);
      else if (!absent && was?.absent && !isYou) this.#note(`${name} is back.`);
    }
  }

  #note(text: string): void {
    this.log = [...this.log, this.#line({ text, kind: "note" })];
    announce(text);
  }

  #prompt(): Prompt | null {
    const live = this.live;
    const view = this.director.shown;
    if (!live || !this.game || view === null || view === undefined) return null;
    if (this.isPlaying && this.#hasResigned()) return RESIGNED;
    const waiting = this.director.busy ? [] : live.waiting;
    const asked = this.isOpenGame ? this.isAsked : undefined;
    const prompt = this.game.prompt({ ...this.told(view), legal: this.legal, waiting, asked });
    return prompt ?? { title: this.#told || "Just a moment", tone: "wait" };
  }
}

/** The type of the phase: games call it `now` or `phase`. */
function phaseOf(view: unknown): string | null {
  const { now, phase } = (view ?? {}) as { now?: { type?: string }; phase?: { type?: string } };
  return now?.type ?? phase?.type ?? null;
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function socket(id: string): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(id)}/ws`) as unknown as Socket;
}
