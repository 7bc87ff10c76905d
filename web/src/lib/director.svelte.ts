// Plays what happens at a table in order: each event for a moment over the old view, then the new view. The shown state therefore lags
// a little behind the actual state, and catches up.
import type { Step } from "./connection";
import type { Beat } from "./game";

export interface Stage {
  /** How long an event is to be shown. */
  beat: (event: unknown) => Beat | null;
  /** An event is about to be shown over this view: add it to the log, announce it, play its sound. */
  told: (event: unknown, step: Step, view: unknown) => void;
  said: (step: Step) => void;
  /** Shows a view: calls `commit` and lets the cards travel; gives the milliseconds that takes. */
  move: (commit: () => void, speed: number) => Promise<number>;
  wait: (millis: number) => Promise<void>;
  /** Reduced motion: moments are shorter, and nothing moves. */
  isStill: () => boolean;
  /** The page is hidden: show everything without delay. */
  isHidden: () => boolean;
}

export class Director {
  /** The view on the table; it is replaced, never changed. */
  shown: unknown = $state.raw(null);
  /** The event on show. */
  beat: { event: unknown; key: number } | null = $state.raw(null);
  /** Whether something is still to be shown. */
  busy = $state(false);

  #stage: Stage;
  #queue: Step[] = [];
  #key = 0;
  #hurried = false;
  #wake: (() => void) | null = null;
  #playing = 0;
  #shown: Promise<void> = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Shows this view at once and forgets what was still to be shown. */
  cut(view: unknown): void {
    this.#queue = [];
    this.#playing += 1;
    this.beat = null;
    this.shown = view;
    this.busy = false;
    this.#wake?.();
  }

  /** Queues steps; resolves when all have been shown or skipped. */
  take(steps: Step[]): Promise<void> {
    this.#queue.push(...steps);
    if (!this.busy) this.#shown = this.#play();
    return this.#shown;
  }

  /** Goes faster until all has been shown. */
  hurry(): void {
    if (!this.busy) return;
    this.#hurried = true;
    this.#wake?.();
  }

  async #play(): Promise<void> {
    this.busy = true;
    this.#playing += 1;
    const playing = this.#playing;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      await this.#show(step, () => playing === this.#playing);
      if (playing !== this.#playing) return;
    }
    this.#hurried = false;
    this.busy = false;
  }

  async #show(step: Step, goesOn: () => boolean): Promise<void> {
    for (const event of step.events) {
      const beat = this.#stage.beat(event);
      const isShown = beat !== null && beat.millis > 0;
      if (isShown) {
        this.#key += 1;
        this.beat = { event, key: this.#key };
      }
      this.#stage.told(event, step, this.shown ?? step.view);
      if (isShown) await this.#rest(beat.millis * (this.#stage.isStill() ? 0.6 : 1));
      if (!goesOn()) return;
    }
    if (step.said) this.#stage.said(step);
    if (step.view !== undefined && step.view !== this.shown) {
      const millis = await this.#stage.move(() => {
        this.beat = null;
        this.shown = step.view;
      }, this.#speed());
      if (millis > 0 && goesOn()) await this.#rest(millis, false);
    }
    if (goesOn()) this.beat = null;
  }

  /** Once many things wait, or somebody is skipAnimations, time runs faster. */
  #speed(): number {
    if (this.#stage.isHidden()) return Infinity;
    if (this.#hurried) return 8;
    const waiting = this.#queue.length;
    return waiting > 12 ? 10 : waiting > 6 ? 4 : waiting > 3 ? 2 : 1;
  }

  async #rest(millis: number, isScaled = true): Promise<void> {
    const scaled = isScaled ? millis / this.#speed() : millis;
    if (scaled < 1) return;
    await Promise.race([this.#stage.wait(scaled), new Promise<void>((wake) => (this.#wake = wake))]);
    this.#wake = null;
  }
}
