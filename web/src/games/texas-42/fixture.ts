// A table in the middle of an auction, for the tests.
import type { Action, Event, PlayerView } from "../../protocol/games/texas-42";
import type { TextContext } from "../../lib/game";

export type At = TextContext<PlayerView>;

export function viewOf(changes: Partial<PlayerView> = {}): PlayerView {
  return {
    player_id: 0,
    phase: { type: "bidding", player: 0 },
    dealer: 3,
    current_player: 0,
    trump: null,
    current_suit: null,
    bids: [],
    contract: null,
    current_trick: [],
    tricks: [],
    team_scores: [0, 0],
    team_marks: [0, 0],
    team_games: [0, 0],
    game_target: 7,
    self: {
      id: 0,
      hand: [
        { id: 4, type: [5, 5] },
        { id: 5, type: [6, 1] },
      ],
    },
    players: [0, 1, 2, 3].map((id) => ({ id, team_id: id % 2, hand_count: 7 })),
    consensus: { complete_trick: [], score_hand: [] },
    ...changes,
  };
}

export function atOf(changes: Partial<PlayerView> = {}, you: number | null = 0): At {
  const names = ["Rosa", "Ann", "Bob", "Cat"];
  return { view: viewOf(changes), you, name: (seat) => (seat === you ? "You" : (names[seat] ?? "?")) };
}

/** One of each kind of event; a new kind does not compile until it is here. */
export const EVENTS: { [T in Event["type"]]: Extract<Event, { type: T }> } = {
  "hand-dealt": { type: "hand-dealt", shaker: 1 },
  "your-hand": { type: "your-hand", hand: [{ id: 4, type: [5, 5] }] },
  called: { type: "called", player: 1, bid: { points: 31 } },
  "auction-won": { type: "auction-won", player: 2, contract: { bid: { marks: 2 }, marks: 2 } },
  "all-passed": { type: "all-passed", player: 0 },
  "trump-selected": { type: "trump-selected", player: 2, trump: "fives" },
  "domino-played": { type: "domino-played", player: 3, card: { id: 9, type: [6, 4] } },
  "trick-won": { type: "trick-won", player: 0, points: 11 },
  agreed: { type: "agreed", player: 1 },
  "trick-completed": { type: "trick-completed", player: 0 },
  "hand-decided": { type: "hand-decided", made: true },
  "hand-scored": { type: "hand-scored", team: 0, marks: 1, team_marks: [3, 2] },
  "game-won": { type: "game-won", team: 1, games: [0, 1] },
  "game-over": { type: "game-over", team: 0 },
};

/** One of each kind of action, likewise. */
export const ACTIONS: { [T in Action["type"]]: Extract<Action, { type: T }> } = {
  bid: { type: "bid", bid: { points: 30 } },
  "select-trump": { type: "select-trump", trump: "doubles" },
  "play-domino": { type: "play-domino", card: 4 },
  "agree-complete-trick": { type: "agree-complete-trick" },
  "complete-trick": { type: "complete-trick" },
  "agree-score-hand": { type: "agree-score-hand" },
  "score-hand": { type: "score-hand" },
  redeal: { type: "redeal" },
  "new-game": { type: "new-game" },
};
