// The perspectives of a replay, in the order in which they are offered.
import type { Replay } from "../../lib/replay.svelte";
import type { Perspective } from "../../lib/source";

export function order(replay: Replay): Perspective[] {
  if (!replay.isOver) return replay.eyes === null ? [] : [replay.eyes];
  return [...replay.seats.map((_, seat) => seat), "spectator", "all"];
}

export function perspectiveTitle(replay: Replay, eyes: Perspective): string {
  if (eyes === "all") return "All seats";
  if (eyes === "spectator") return "Spectator";
  return replay.lead?.seatName(eyes) ?? `Seat ${eyes + 1}`;
}
