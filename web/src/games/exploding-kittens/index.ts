// Exploding Kittens for the page.
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "../../protocol/games/exploding-kittens";
import { beat } from "./beat";
import Board from "./Board.svelte";
import cover from "./cover";
import HowTo from "./HowTo.svelte";
import { label } from "./words/label";
import { prompt } from "./words/prompt";
import { words } from "./words/words";

const game: GameModule<View, Action, Event> = { ...cover, Board, HowTo, words, label, prompt, beat };
export default game;
