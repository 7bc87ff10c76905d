// Spellbook for the page.
import type { GameParts } from "../../lib/game";
import type { Game } from "../../protocol/games/spellbook";
import { beat } from "./beat";
import Board from "./Board.svelte";
import HowTo from "./HowTo.svelte";
import { logged } from "./words/log";
import { prompt } from "./words/prompt";

export default {
  Board,
  HowTo,
  beat,
  words: logged,
  prompt,
  isOut: (view, seat) => view.phase.type === "playing" && !view.living.includes(seat),
} satisfies GameParts<Game>;
