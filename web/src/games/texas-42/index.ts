// Texas 42 for the page.
import type { GameParts } from "../../lib/game";
import { spoken } from "../../lib/spoken";
import type { Game } from "../../protocol/games/texas-42";
import { beat } from "./beat";
import Board from "./Board.svelte";
import HowTo from "./HowTo.svelte";
import Reveal from "./parts/Reveal.svelte";
import { facts } from "./words/facts";
import { texts } from "./words/texts";

export default { Board, HowTo, Reveal, beat, ...spoken(texts, facts) } satisfies GameParts<Game>;
