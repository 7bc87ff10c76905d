// What the page says about tables whose players deal for themselves.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { asLine, peersLink, span, standing } from "../lib/peers";
import type { PeerSeat, PeerState } from "../protocol/types";

const ann: PeerSeat = { name: "Ann", key: "00", nonce: "00" };
const at = (state: PeerState, seats: (PeerSeat | null)[]) => standing({ state, seats, game: "a-game" });

beforeAll(() => void vi.stubGlobal("location", { origin: "https://cards.example" }));

describe("tables whose players deal for themselves", () => {
  it("says how to join, and quotes a link that a shell would cut off", () => {
    const command = at("open", [ann, null]).command;
    expect(command?.(peersLink("k3", ""))).toBe("facedown peer join https://cards.example/peers/k3");
    expect(command?.(peersLink("k3", "7hq2"))).toBe('facedown peer join "https://cards.example/peers/k3#7hq2"');
  });

  it("counts the free seats", () => {
    expect(at("open", [null, null]).title).toBe("Nobody is here yet");
    expect(at("open", [ann, null]).title).toBe("1 of 2 seats is free");
    expect(at("open", [ann, null, null]).title).toBe("2 of 3 seats are free");
  });

  it("has something to do in every state", () => {
    for (const state of ["open", "agreeing", "playing", "over", "closed"] as const) {
      expect(at(state, [ann, ann]).command?.("link")).toMatch(/^facedown peer (join|watch|new) /);
    }
    expect(at("closed", [ann, null]).command?.("link")).toBe("facedown peer new a-game");
  });

  it("says times in the largest unit that fits", () => {
    expect([10, 60, 90, 300, 3600, 7200, 86_400].map(span)).toEqual([
      "10 seconds",
      "1 minute",
      "90 seconds",
      "5 minutes",
      "1 hour",
      "2 hours",
      "1 day",
    ]);
  });

  it("is a line of the list like other tables", () => {
    const line = asLine({ id: "k3", game: "a-game", state: "agreeing", names: ["Ann", null], free: 1 });
    expect(line).toEqual({ id: "k3", game: "a-game", state: "playing", names: ["Ann", null], free: 1, your_turn: false });
  });
});
