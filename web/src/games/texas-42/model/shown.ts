// What lies on the table at this moment: the view from before, and what has been told since and is not in it yet.
import type { Call, Contract, Event, Played, PlayerView, Seat, Trump } from "../../../protocol/games/texas-42";
import { sideOf } from "./look";

export interface TableNow {
  trick: Played[];
  /** The cards that have left the viewer's hand. */
  gone: Set<number>;
  calls: Call[];
  contract: [Seat, Contract] | null;
  trump: Trump | null;
  /** Whose the full trick is, and what it counts. */
  taken: { player: Seat; points: number } | null;
  agreed: Seat[];
  /** Whether the contract was made, once that is decided. */
  made: boolean | null;
  /** The bones are being shaken: nobody has any. */
  isShaken: boolean;
  marks: [number, number];
  /** What each side has taken in this hand. */
  scores: [number, number];
}

export function tableNow(view: PlayerView, since: readonly Event[]): TableNow {
  const now: TableNow = {
    trick: [...view.current_trick],
    gone: new Set(),
    calls: [...view.bids],
    contract: view.contract,
    trump: view.trump,
    taken: takenIn(view),
    agreed: [...view.consensus.complete_trick, ...view.consensus.score_hand],
    made: view.contract_made ?? null,
    isShaken: false,
    marks: view.team_marks,
    scores: [...view.team_scores],
  };
  for (const event of since) follow(now, event, view);
  return now;
}

function follow(now: TableNow, event: Event, view: PlayerView): void {
  switch (event.type) {
    case "hand-dealt":
      Object.assign(now, {
        trick: [],
        calls: [],
        contract: null,
        trump: null,
        taken: null,
        agreed: [],
        made: null,
        isShaken: true,
      });
      break;
    case "called":
      if (!now.calls.some(({ player }) => player === event.player)) now.calls.push({ player: event.player, bid: event.bid });
      break;
    case "auction-won":
      now.contract = [event.player, event.contract];
      break;
    case "trump-selected":
      now.trump = event.trump;
      break;
    case "domino-played":
      if (event.card.type) now.trick.push({ player: event.player, card: event.card.id, domino: event.card.type });
      now.gone.add(event.card.id);
      break;
    case "trick-won":
      now.taken = { player: event.player, points: event.points };
      break;
    case "agreed":
      if (!now.agreed.includes(event.player)) now.agreed.push(event.player);
      break;
    case "hand-decided":
      now.made = event.made;
      // The last trick is told, but not yet in the view's scores.
      if (now.taken) now.scores[sideOf(view, now.taken.player)]! += now.taken.points;
      break;
    case "hand-scored":
      now.marks = event.team_marks;
      break;
    case "your-hand":
    case "all-passed":
    case "trick-completed":
    case "game-won":
    case "game-over":
      break;
    default:
      event satisfies never;
  }
}

function takenIn(view: PlayerView): TableNow["taken"] {
  if (view.phase.type !== "trick-complete") return null;
  const { winner } = view.phase;
  return { player: winner, points: view.trick_points ?? 0 };
}
