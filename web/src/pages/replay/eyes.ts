// Whose eyes a replay can be seen through, in the order in which they are offered.
import type { Replay } from "../../lib/replay.svelte";
import type { Eyes } from "../../lib/source";

export function order(replay: Replay): Eyes[] {
  if (!replay.isOver) return replay.eyes === null ? [] : [replay.eyes];
  return [...replay.seats.map((_, seat) => seat), "spectator", "all"];
}

export function eyesTitle(replay: Replay, eyes: Eyes): string {
  if (eyes === "all") return "All seats";
  if (eyes === "spectator") return "Spectator";
  return replay.lead?.seatName(eyes) ?? `Seat ${eyes + 1}`;
}
