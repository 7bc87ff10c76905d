// Explains a final score. The server counts; this only shows how, and explains nothing if it would count differently.
import type { Kind, PlayerView } from "../../../protocol/games/herding-cats";

export interface Slip {
  /** What each card of the herd brought, in its order. */
  herd: number[];
  hand: number;
}

/** How the points came together; null if the server says otherwise, as after a change of rules. */
export function slip(player: PlayerView, total: number): Slip | null {
  const kinds = player.herd.map(({ identity }) => identity);
  const hasKitten = kinds.includes("kitten");
  const herd = kinds.map((kind) => (kind ? printed(kind, hasKitten) : 0));
  const hand = Math.ceil(player.hand.length / 2);
  return herd.reduce((sum, points) => sum + points, hand) === total ? { herd, hand } : null;
}

function printed(kind: Kind, besideKitten: boolean): number {
  const points: Record<Kind, number> = {
    kitten: 2,
    show_cat: besideKitten ? 7 : 5,
    alley_cat: 1,
    catnip: 1,
    animal_control: 0,
    laser_pointer: 0,
  };
  return points[kind];
}
