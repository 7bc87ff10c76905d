// Spellbook for the page.
import type { GameParts } from "../../lib/game";
import { spoken } from "../../lib/spoken";
import type { Game } from "../../protocol/games/spellbook";
import { beat } from "./beat";
import Board from "./Board.svelte";
import HowTo from "./HowTo.svelte";
import { basis } from "./model/basis";
import { logged } from "./words/log";
import { texts } from "./words/texts";

export default {
  Board,
  HowTo,
  beat,
  ...spoken(texts),
  // Lists of cards by name and number are more than a message can make; the page knows the names.
  words: logged,
  basis,
  isOut: (view, seat) => view.phase.type === "playing" && !view.living.includes(seat),
} satisfies GameParts<Game>;
