// Tables to test with: a few hands, herds and piles, seen from seat 0, in whatever phase is wanted.
import type { Kind, Phase, PlayerView, View } from "../../protocol/games/herding-cats";
import type { TextContext } from "../../lib/game";

const NAMES = ["Mina", "Ada", "Bob", "Cleo", "Dot", "Eli"];

/** Seat `you` sees its own cards; everybody has four in hand and three in the herd, the last of which seat 0 stole from seat 1. */
export function table(players: number, now: Phase = { type: "turn" }, you: number | null = 0): View {
  const kinds: Kind[] = [
    "kitten",
    "show_cat",
    "alley_cat",
    "catnip",
    "animal_control",
    "laser_pointer",
    "kitten",
    "alley_cat",
    "kitten",
  ];
  const seatView = (seat: number): PlayerView => {
    const id = (i: number) => seat * 9 + i;
    const seen = (i: number) => (seat === you ? { id: id(i), type: kinds[i]! } : { id: id(i) });
    return {
      hand: [0, 2, 3, 5].map(seen),
      herd: [
        { ...seen(1), identity: "kitten", face_up: false },
        { id: id(4), type: "animal_control", identity: "animal_control", face_up: true },
      ],
      discard: [{ id: id(6), type: "kitten" }],
      out: [{ id: id(7) }, { id: id(8) }],
    };
  };
  const view: View = { you, turn: 1, now, players: Array.from({ length: players }, (_, seat) => seatView(seat)) };
  const stolen = view.players[1]!.hand.shift()!;
  view.players[0]!.herd.push(
    you === 0 ? { id: stolen.id, type: "kitten", identity: "kitten", face_up: false } : { id: stolen.id, face_up: false },
  );
  return view;
}

export function told(view: View): TextContext<View> {
  return { view, you: view.you, name: (seat) => (seat === view.you ? "You" : (NAMES[seat] ?? `Seat ${seat + 1}`)) };
}
