// One perspective of a replay on show: its scenes, its board's view and beat, and what the table asks of that viewer.
import { Director } from "./director.svelte";
import { includes, type Step } from "./follow";
import type { GameModule, Prompt, TextContext } from "./game";
import { motion } from "./motion.svelte";
import { seatName } from "./names";
import { notableMoments, logLines, type Line, type Mark, type Scene } from "./reel";
import { animateTo } from "./stage";

/** What a screen needs from the replay: the speed, and callbacks for what is shown. */
export interface ScreenHost {
  speed: () => number;
  /** Cards travel only where there is one board to travel on. */
  travels: () => boolean;
  told: (screen: Screen, of: unknown) => void;
}

export class Screen {
  readonly scenes: Scene[];
  readonly lines: Line[];
  readonly marks: Mark[];
  readonly game: GameModule;
  readonly you: number | null;
  readonly director: Director;
  at = $state(0);
  /** Counts jumps backwards, after which a board must forget what it has seen since. */
  rewinds = $state(0);
  #hasShown = false;

  readonly live = $derived.by(() => this.scene(this.at).live);
  /** Nobody is waited for while events are still being shown. */
  readonly waiting: number[] = $derived.by(() => (this.director.busy ? [] : this.live.waiting));
  readonly prompt: Prompt | null = $derived.by(() => this.#prompt());

  constructor(scenes: Scene[], game: GameModule, by: ScreenHost) {
    this.scenes = scenes;
    this.game = game;
    this.you = scenes[0]?.live.you ?? null;
    this.lines = logLines(scenes, game, (view) => this.told(view));
    this.marks = notableMoments(scenes, this.lines, game);
    this.director = new Director({
      beat: (event) => game.beat(event),
      told: (event) => by.told(this, event),
      said: (step: Step) => by.told(this, step),
      move: (commit, speed) =>
        by.travels() ? animateTo(commit, speed * by.speed()).then((millis) => millis * by.speed()) : still(commit),
      wait: (millis) => new Promise((done) => setTimeout(done, millis / by.speed())),
      isStill: () => motion.isReduced,
      isHidden: () => false,
    });
    this.cut(0);
  }

  get last(): number {
    return this.scenes.length - 1;
  }

  scene(at: number): Scene {
    return this.scenes[Math.max(0, Math.min(at, this.last))]!;
  }

  /** How many lines of the log belong to this action and those before it. */
  linesTo(at: number): number {
    const next = this.lines.findIndex((line) => line.action > at);
    return next < 0 ? this.lines.length : next;
  }

  /** Shows the state after this action, without animation. */
  cut(at: number): void {
    if (at < this.at && this.#hasShown) {
      this.rewinds += 1;
      this.#hasShown = false;
    }
    this.at = at;
    this.director.cut(this.scene(at).live.view);
  }

  /** Plays the events of this action. */
  show(at: number): Promise<void> {
    this.at = at;
    this.#hasShown = true;
    return this.director.take(this.scene(at).steps);
  }

  /** What the player of a seat is called, also when it is the viewer. */
  seatName(seat: number): string {
    return seatName(this.scenes[0]?.live.table.seats ?? [], seat);
  }

  name = (seat: number): string => (seat === this.you ? "You" : this.seatName(seat));

  told(view: unknown): TextContext<unknown> {
    return { view, you: this.you, name: this.name };
  }

  #prompt(): Prompt | null {
    const view = this.director.shown;
    if (view === null || view === undefined) return null;
    const { waiting, live } = this;
    const asked = live.table.open_game ? includes(waiting, this.you) : undefined;
    return this.game.prompt({ ...this.told(view), legal: this.director.busy ? [] : live.legal, waiting, asked });
  }
}

function still(commit: () => void): Promise<number> {
  commit();
  return Promise.resolve(0);
}
