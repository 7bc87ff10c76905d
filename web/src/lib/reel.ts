// A whole game as one viewer was told it, folded once: a scene for every action, and what is written and marked beside it.
import { DeltaError } from "../protocol/delta";
import type { FromServer, Update } from "../protocol/types";
import { Follower, type Live, type Step } from "./follow";
import type { GameModule, TextContext } from "./game";
import { sentencesOf } from "./stage";

/** How the table stands after so many actions. */
export interface Scene {
  action: number;
  /** What led here: the action, and what else happened before the next one. */
  steps: Step[];
  live: Live;
}

/** A line of the log. */
export interface Line {
  key: number;
  /** The action that it belongs to; 0 for the deal. */
  action: number;
  kind: "event" | "chat";
  text: string;
  name?: string | undefined;
  seat?: number | undefined;
  /** The event or the step that it is about. */
  of: unknown;
}

/** Somewhere worth a look. */
export interface Mark {
  action: number;
  text: string;
}

/** Folds what a viewer was sent: a welcome as of the deal, and all updates since. The place of each scene is its action's number. */
export function fold(frames: readonly FromServer[]): Scene[] {
  const [welcome, ...updates] = frames;
  if (!welcome || !("type" in welcome) || welcome.type !== "welcome") throw new DeltaError("a replay begins with a welcome");
  const follower = new Follower(welcome);
  let scene: Scene = { action: 0, steps: follower.missed, live: follower.live };
  const scenes = [scene];
  for (const update of updates) {
    if ("type" in update || update.n !== follower.live.n + 1) throw new DeltaError("something is missing in this replay");
    const step = follower.take(update);
    if (isAction(update)) {
      scene = { action: scenes.length, steps: [step], live: follower.live };
      scenes.push(scene);
    } else {
      scene.steps = [...scene.steps, step];
      scene.live = follower.live;
    }
  }
  return scenes;
}

/** The log from the viewer's perspective. Each event is told over the view from before it. */
export function logLines(scenes: readonly Scene[], game: GameModule, told: (view: unknown) => TextContext<unknown>): Line[] {
  const lines: Line[] = [];
  let view: unknown = scenes[0]?.live.view;
  const add = (line: Omit<Line, "key">) => lines.push({ ...line, key: lines.length });
  for (const { action, steps } of scenes) {
    for (const step of steps) {
      for (const { event, text } of sentencesOf(game, step, told(view), scenes.at(-1)?.live.table.seats)) {
        if (text) add({ action, kind: "event", text, of: event });
      }
      if (step.said) add({ action, kind: "chat", text: step.said.text, name: step.said.name, seat: step.said.seat, of: step });
      if (step.view !== undefined) view = step.view;
    }
  }
  return lines;
}

const LOUD = ["boom", "win", "lose", "alarm"];
const LONG = 1700;

/** The notable moments: those that a game shows loudly or for long. */
export function notableMoments(scenes: readonly Scene[], lines: readonly Line[], game: GameModule): Mark[] {
  return scenes.flatMap(({ action, steps }) => {
    const events = steps
      .flatMap((step) => step.events)
      .filter((event) => {
        const beat = game.beat(event);
        return beat !== null && (beat.millis >= LONG || (beat.sound !== undefined && LOUD.includes(beat.sound)));
      });
    if (events.length === 0) return [];
    const text = lines.find((line) => events.includes(line.of))?.text ?? "";
    return [{ action, text }];
  });
}

/** Chat, coming and going are no actions; whatever somebody does at the table changes whom it waits for, or is told. */
function isAction(update: Update): boolean {
  if (update.m !== undefined) return false;
  return (update.e?.length ?? 0) > 0 || update.v !== undefined || update.w !== undefined || update.by !== undefined;
}
