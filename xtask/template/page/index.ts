// Template Game for the page. Everything missing has a default; lib/game.ts lists what a game can add.
import type { GameParts } from "../../lib/game";
import type { Game } from "../../protocol/games/template-game";
import Board from "./Board.svelte";

export default { Board } satisfies GameParts<Game>;
