// What a player likes, remembered in this browser: how strong bots are, how fast everything goes, and what is done for them.
import type { Level } from "../protocol/types";
import { store, storedJson } from "./storage";

export type Speed = "slow" | "normal" | "fast";

/** How fast the page shows what happens, compared with usual. */
const FACTORS: Record<Speed | "instant", number> = { slow: 0.6, normal: 1, fast: 2.5, instant: 20 };

interface Kept {
  level: Level;
  speed: Speed;
  autoPass: boolean;
}

const USUAL: Kept = { level: "medium", speed: "normal", autoPass: true };

class Preferences {
  #kept: Kept = $state({ ...USUAL, ...storedJson<Partial<Kept>>("preferences") });

  /** How strong the bots are at a table that begins at once. */
  get level(): Level {
    return this.#kept.level;
  }
  set level(level: Level) {
    this.#keep({ level });
  }

  get speed(): Speed {
    return this.#kept.speed;
  }
  set speed(speed: Speed) {
    this.#keep({ speed });
  }

  /** Against bots alone: pass by itself where one can do nothing else. */
  get autoPass(): boolean {
    return this.#kept.autoPass;
  }
  set autoPass(autoPass: boolean) {
    this.#keep({ autoPass });
  }

  #keep(changed: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...changed };
    store("preferences", JSON.stringify(this.#kept));
  }
}

export const preferences = new Preferences();

export const SPEEDS: { value: Speed; title: string }[] = [
  { value: "slow", title: "Slow" },
  { value: "normal", title: "Normal" },
  { value: "fast", title: "Fast" },
];

/** How many times as fast as usual time goes on the page. */
export function factor(pace?: string): number {
  return pace === "instant" ? FACTORS.instant : FACTORS[preferences.speed];
}
