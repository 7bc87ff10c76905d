// Texas 42 for the page.
import type { GameParts } from "../../lib/game";
import type { Game } from "../../protocol/games/texas-42";
import { beat } from "./beat";
import Board from "./Board.svelte";
import HowTo from "./HowTo.svelte";
import { label } from "./words/label";
import { prompt } from "./words/prompt";
import { words } from "./words/words";

export default { Board, HowTo, words, label, prompt, beat } satisfies GameParts<Game>;
