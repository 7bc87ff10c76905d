// What a game's folder offers, and what its board is given. The page knows nothing else of a game.
//
// A folder of `src/games` is called as the server calls the game. What stands where is the same in all of them:
//
//   cover.ts      what the lobby shows of it (`Cover`)
//   index.ts      the rest of it (`GameParts`): Board.svelte, HowTo.svelte, beat.ts, words/
//   words/        texts.ts for the game's messages, facts.ts for what they need to know, and what things are called
//   parts/        the components of the board
//   art/          pictures, among them Picture.svelte for the cover
//   model/        what the board shows of a view and of what is legal, without looks and without rules
//   fixture.ts    tables for the tests, which stand beside what they test
//   e2e/          tests in a browser, and plan.ts, which says how the tests for all games play this one
//
// All of it is optional: everything missing has a default (`src/lib/plain.ts`).
import type { Component, Snippet } from "svelte";
import type { SeatInfo } from "../protocol/types";
import type { SoundName } from "./sound";

/* eslint-disable @typescript-eslint/no-explicit-any -- the shell carries every game's values and looks into none. */

/** What the lobby shows of a game. */
export interface GameCover {
  /** The name that the server knows it by; also the folder's. */
  name: string;
  title: string;
  /** What it is, in about three lines: the sentences of its `About` in Rust. */
  blurb: readonly string[];
  /** A colour for the frame around it, as a CSS value that is readable on paper and on ink. */
  accent: string;
  /** A picture that fills a 4:3 frame. */
  Picture: Component;
  /** The options of a guided game, where the usual ones make a first game long. */
  guided?: Record<string, unknown>;
}

/** The default export of `cover.ts` in a game's folder, loaded at once. */
export type Cover = Partial<Omit<GameCover, "name" | "title" | "blurb">>;

/** The default export of `index.ts` in a game's folder, loaded when somebody plays it. `G` is the game's generated `Game`. */
export type GameParts<G extends { view: unknown; action: unknown; event: unknown } = any> = Partial<
  Omit<GameModule<G["view"], G["action"], G["event"]>, keyof GameCover>
>;

/** The whole of a game. */
export interface GameModule<V = any, A = any, E = any> extends GameCover {
  Board: Component<BoardProps<V, A, E>>;
  HowTo: Component;
  /** One sentence from the viewer's perspective; null for an event that needs no words. */
  words: (event: E, at: TextContext<V>) => string | null;
  /** What an action is called on a button and by a screen reader. */
  label: (action: A, at: TextContext<V>) => string;
  /** What is asked of the viewer, or whom the table waits for. */
  prompt: (at: TextContext<V> & { legal: A[]; waiting: number[]; asked?: boolean | undefined }) => Prompt | null;
  /** How long an event is shown before the view moves on; null or 0: not by itself. */
  beat: (event: E) => Beat | null;
  /** All cards turned over, once the game is over. */
  Reveal?: Component<{ view: V; name: (seat: number) => string }>;
  /** What a coach says to somebody new, by what is asked of them: a phase, `begin` or `end`. */
  coach: (step: string) => string | null;
  /** A final score with its unit: "12 points". */
  score: (score: number, options: unknown) => string;
  /** What a statistic counts. */
  statistic: (key: string) => string;
  /** Whether an action passes, and nothing else. */
  isPass: (action: A) => boolean;
  /** In an open game, what of the view an action depends on: if it has changed when the action arrives, the action is not taken.
   * Undefined, if whatever lies there now will do. */
  basis: (action: A, at: TextContext<V>) => unknown;
  /** Whether this seat has lost and plays no more, while the others go on. */
  isOut: (view: V, seat: number) => boolean;
}

export interface Prompt {
  title: string;
  detail?: string;
  tone?: "ask" | "wait" | "alarm";
}

export interface Beat {
  millis: number;
  sound?: SoundName;
}

/** What words are made with. `name(you)` is "You". */
export interface TextContext<V> {
  view: V;
  you: number | null;
  name: (seat: number) => string;
}

export interface BoardProps<V = any, A = any, E = any> {
  view: V;
  /** Everything that the viewer may do now; empty while events are still being shown, and in open games, which list nothing. */
  legal: A[];
  waiting: number[];
  you: number | null;
  seats: SeatInfo[];
  /** How much time each seat has left, counting down as you read it; null for none. */
  clocks: (number | null)[] | null;
  /** The seats whose players are connected. Bots are not among them. */
  here: number[];
  /** The event being shown now, over the view from before it. */
  beat: { event: E; key: number } | null;
  act: (action: A) => void;
  /** Whether the viewer may do something now. */
  canAct: boolean;
  name: (seat: number) => string;
  /** Show no movement: reduced motion, or the replay's scrubber is being dragged. */
  still: boolean;
  /** The prompt bar; the board puts it just above the hand with `{@render prompt()}`. */
  prompt: Snippet;
  label: (action: A) => string;
  /** Why the viewer may not do this now, as the server says; null if they may. Missing where nobody can be asked. */
  why?: ((action: A) => Promise<string | null>) | undefined;
}
