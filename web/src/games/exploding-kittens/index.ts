// Exploding Kittens for the page.
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "../../protocol/games/exploding-kittens";
import { beat } from "./beats";
import Board from "./Board.svelte";
import cover from "./cover";
import HowTo from "./HowTo.svelte";
import { label } from "./label";
import { prompt } from "./prompt";
import { words } from "./words";

const game: GameModule<View, Action, Event> = { ...cover, Board, HowTo, words, label, prompt, beat };
export default game;
