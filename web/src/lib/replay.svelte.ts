// A replay: fetches what the viewers were told, and moves through it by step, by jump or by itself, for one viewer or for all.
import { load } from "../games";
import { announce } from "./announce";
import { fold } from "./reel";
import { Screen, type ScreenHost } from "./screen.svelte";
import { play } from "./sound";
import { framesOf, type Perspective, type Source } from "./source";

type Viewer = Exclude<Perspective, "all">;

export const SPEEDS = [0.5, 1, 2, 4, 8];
/** How long a step without animation stays on screen, in milliseconds. */
const LEAST = 420;

export class Replay {
  readonly source: Source;
  eyes: Perspective | null = $state(null);
  at = $state(0);
  speed = $state(1);
  isPlaying = $state(false);
  isLoading = $state(true);
  /** Animations are off, because the player jumps or drags. */
  isStill = $state(true);
  /** Why the replay could not be loaded. */
  problem: unknown = $state.raw(null);
  /** How many lines of the log are shown. */
  heard = $state(0);
  /** The perspective of the sounds and the log; a spectator's, if all seats are shown. */
  lead: Screen | null = $state.raw(null);
  boards: Screen[] = $state.raw([]);

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is shown of what is merely kept here.
  #screens = new Map<Viewer, Screen>();
  /** Counts playbacks, so that an earlier one can tell that it was cancelled. */
  #turn = 0;
  #asked = 0;

  readonly last = $derived(this.lead?.last ?? 0);
  readonly log = $derived(this.lead?.lines.slice(0, this.heard) ?? []);
  readonly seats = $derived(this.lead?.scene(0).live.table.seats ?? []);
  /** Whether only the player's own perspective is available, because the game is still being played. */
  readonly isOver = $derived.by(() => this.source.kind !== "table" || this.lead?.scene(this.last).live.table.state === "over");

  constructor(source: Source, eyes: Perspective | null, at: number | null) {
    this.source = source;
    void this.look(eyes, at ?? undefined);
  }

  /** Shows a perspective; by default the caller's own. */
  async look(eyes: Perspective | null, at?: number): Promise<void> {
    this.pause();
    this.#asked += 1;
    const asked = this.#asked;
    this.isLoading = true;
    try {
      const lead = await this.#screen(eyes === "all" ? "spectator" : eyes);
      const seats = lead.scene(0).live.table.seats.map((_, seat) => seat);
      const boards = eyes === "all" ? await Promise.all(seats.map((seat) => this.#screen(seat))) : [lead];
      if (asked !== this.#asked) return;
      [this.lead, this.boards] = [lead, boards];
      this.eyes = eyes ?? lead.you ?? "spectator";
      this.problem = null;
      this.jump(at ?? this.at);
    } catch (error) {
      if (asked === this.#asked) this.problem = error;
    }
    if (asked === this.#asked) this.isLoading = false;
  }

  /** Jumps to an action without animation. */
  jump(at: number): void {
    this.pause();
    this.isStill = true;
    this.at = Math.max(0, Math.min(this.last, at));
    for (const screen of this.#shown()) screen.cut(this.at);
    this.heard = this.lead?.linesTo(this.at) ?? 0;
  }

  /** One action back. */
  back(): void {
    this.jump(this.at - 1);
  }

  /** One action forward, animated. */
  forward(): void {
    this.pause();
    void this.#next();
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.at >= this.last) this.jump(0);
    void this.#roll();
  }

  pause(): void {
    this.isPlaying = false;
    this.#turn += 1;
  }

  faster(by: 1 | -1): void {
    const at = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))] ?? 1;
  }

  /** Jumps to the previous or next notable moment. */
  mark(by: 1 | -1): void {
    const marks = this.lead?.marks.map(({ action }) => action) ?? [];
    const found = by > 0 ? marks.find((action) => action > this.at) : marks.findLast((action) => action < this.at);
    this.jump(found ?? (by > 0 ? this.last : 0));
  }

  /** Announces the position to screen readers. */
  tell(): void {
    announce(this.words);
  }

  readonly words: string = $derived.by(() => {
    const line = this.lead?.lines.findLast(({ action, kind }) => action <= this.at && kind === "event");
    const where = this.at === 0 ? `The deal; ${this.last} actions follow.` : `Action ${this.at} of ${this.last}.`;
    return line && line.action === this.at ? `${where} ${line.text}` : where;
  });

  close(): void {
    this.pause();
    for (const screen of this.#shown()) screen.director.cut(null);
  }

  async #roll(): Promise<void> {
    this.isPlaying = true;
    this.#turn += 1;
    const turn = this.#turn;
    while (this.at < this.last) {
      const least = new Promise((done) => setTimeout(done, LEAST / this.speed));
      await Promise.all([this.#next(), least]);
      if (turn !== this.#turn) return;
    }
    this.isPlaying = false;
  }

  async #next(): Promise<void> {
    if (this.at >= this.last) return;
    // Cancels the current playback.
    for (const screen of this.#shown()) if (screen.director.busy) screen.cut(this.at);
    this.heard = this.lead?.linesTo(this.at) ?? 0;
    this.isStill = false;
    this.at += 1;
    const { at } = this;
    await Promise.all(this.#shown().map((screen) => screen.show(at)));
    if (at === this.at) this.heard = this.lead?.linesTo(at) ?? 0;
  }

  #shown(): Screen[] {
    const { lead, boards } = this;
    return lead && !boards.includes(lead) ? [lead, ...boards] : boards;
  }

  async #screen(as: Viewer | null): Promise<Screen> {
    const known = as === null ? undefined : this.#screens.get(as);
    if (known) return known;
    const scenes = fold(await framesOf(this.source, as ?? undefined));
    const game = await load(scenes[0]?.live.table.game ?? "");
    const screen = new Screen(scenes, game, this.#projectionist);
    this.#screens.set(as ?? screen.you ?? "spectator", screen);
    return screen;
  }

  readonly #projectionist: ScreenHost = {
    speed: () => this.speed,
    travels: () => this.boards.length === 1,
    told: (screen, of) => this.#told(screen, of),
  };

  #told(screen: Screen, of: unknown): void {
    if (screen !== this.lead) return;
    const line = screen.lines.find((one) => one.of === of);
    if (line) {
      this.heard = Math.max(this.heard, line.key + 1);
      announce(line.text);
    }
    const sound = line?.kind === "chat" ? "tick" : screen.game.beat(of)?.sound;
    if (sound && this.speed <= 2) play(sound);
  }
}
