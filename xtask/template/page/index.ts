// Template Game for the page. What is not here is plain: lib/game.ts says what a game can bring.
import type { GameParts } from "../../lib/game";
import type { Game } from "../../protocol/games/template-game";
import Board from "./Board.svelte";

export default { Board } satisfies GameParts<Game>;
