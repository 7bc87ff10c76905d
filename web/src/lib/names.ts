// How names are written.
import type { SeatInfo } from "../protocol/types";

/** A bot's name as people write it: "old-hand" is "Old Hand". Names of people stay as they are. */
export function readable(name: string): string {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return name;
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}

/** What the player of a seat is called. Bots of one kind are told apart by a number. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  const info = seats[seat];
  if (!info?.name) return `Seat ${seat + 1}`;
  if (info.who !== "bot") return info.name;
  const title = readable(info.name);
  const same = seats.filter((other) => other.who === "bot" && other.name === info.name);
  return same.length > 1 ? `${title} ${same.indexOf(info) + 1}` : title;
}
