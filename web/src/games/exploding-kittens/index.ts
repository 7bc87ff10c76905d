// Exploding Kittens for the page.
import type { GameParts } from "../../lib/game";
import { spoken } from "../../lib/spoken";
import type { Game } from "../../protocol/games/exploding-kittens";
import { beat } from "./beat";
import Board from "./Board.svelte";
import HowTo from "./HowTo.svelte";
import Reveal from "./parts/Reveal.svelte";
import { facts } from "./words/facts";
import { texts } from "./words/texts";

const isPass = ({ type }: Game["action"]) => type === "pass" || type === "pass-turn";
const isOut = (view: Game["view"], seat: number) => view.players[seat]?.alive === false;

export default { Board, HowTo, Reveal, beat, ...spoken(texts, facts), isPass, isOut } satisfies GameParts<Game>;
