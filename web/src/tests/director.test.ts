// That what happens is shown in order: events over the old view, then the new one, and nothing is left out in a hurry.
import { describe, expect, it } from "vitest";
import type { Step } from "../lib/connection";
import { Director } from "../lib/director.svelte";

/** A stage that writes down what it is told; time passes when the test says so. */
function stage() {
  const seen: string[] = [];
  const waits: { millis: number; done: () => void }[] = [];
  const director: Director = new Director({
    beat: (event) => (event === "silent" ? null : { millis: 100 }),
    told: (event, _step, view) => seen.push(`${String(event)} over ${String(view)}`),
    said: (step) => seen.push(`said ${step.said?.text}`),
    move: (commit) => {
      commit();
      seen.push(`view ${String(director.shown)}`);
      return Promise.resolve(0);
    },
    wait: (millis) => new Promise((done) => waits.push({ millis, done })),
    isStill: () => false,
    isHidden: () => false,
  });
  return { director, seen, waits };
}

const settle = () => new Promise((done) => setTimeout(done));

function step(n: number, events: string[], view?: string): Step {
  return { n, events, ...(view === undefined ? {} : { view }) };
}

async function untilDone(director: Director, waits: { done: () => void }[]): Promise<void> {
  for (let turns = 0; director.busy && turns < 200; turns += 1) {
    await settle();
    waits.shift()?.done();
  }
}

describe("the director", () => {
  it("shows each event over the old view, then the new view", async () => {
    const { director, seen, waits } = stage();
    director.cut("v0");
    void director.take([step(1, ["a", "silent", "b"], "v1")]);
    expect(director.beat?.event).toBe("a");
    expect(director.shown).toBe("v0");
    await untilDone(director, waits);
    expect(seen).toEqual(["a over v0", "silent over v0", "b over v0", "view v1"]);
    expect(director.beat).toBeNull();
    expect(director.busy).toBe(false);
  });

  it("keeps the order of what comes in the meantime", async () => {
    const { director, seen, waits } = stage();
    director.cut("v0");
    void director.take([step(1, ["a"], "v1")]);
    void director.take([step(2, ["b"], "v2"), step(3, [])]);
    await untilDone(director, waits);
    expect(seen).toEqual(["a over v0", "view v1", "b over v1", "view v2"]);
  });

  it("goes faster when much is waiting, and leaves nothing out", async () => {
    const { director, seen, waits } = stage();
    director.cut("v0");
    void director.take(Array.from({ length: 20 }, (_, i) => step(i, [`e${i}`])));
    expect(waits[0]?.millis).toBeLessThan(20);
    await untilDone(director, waits);
    expect(seen).toHaveLength(20);
  });

  it("hurries when it is told to", async () => {
    const { director, seen, waits } = stage();
    director.cut("v0");
    void director.take([step(1, ["a", "b"], "v1")]);
    director.hurry();
    await settle();
    expect(seen).toEqual(["a over v0", "b over v0"]);
    expect(waits.at(-1)?.millis).toBeLessThan(20);
  });

  it("forgets what was to come when the table is shown anew", async () => {
    const { director, seen, waits } = stage();
    director.cut("v0");
    void director.take([step(1, ["a"], "v1"), step(2, ["b"], "v2")]);
    director.cut("v9");
    await untilDone(director, waits);
    await settle();
    expect(director.shown).toBe("v9");
    expect(director.busy).toBe(false);
    expect(seen).toEqual(["a over v0"]);
    void director.take([step(3, ["c"], "v10")]);
    await untilDone(director, waits);
    expect(director.shown).toBe("v10");
  });
});
