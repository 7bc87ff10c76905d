// How names are written.
import type { SeatInfo } from "../protocol/types";

/** A name in code as people write it: "old-hand" is "Old Hand". */
export function readable(name: string): string {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return name;
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}

/** What the player or the bot of a seat is called. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  return seats[seat]?.name ?? `Seat ${seat + 1}`;
}
