// What the lobby shows of Exploding Kittens.
import type { GameCover } from "../../lib/game";
import Picture from "./art/Picture.svelte";

const cover: GameCover = {
  name: "exploding-kittens",
  title: "Exploding Kittens",
  blurb: ["Draw until somebody explodes.", "Skip, attack, peek, steal; and Nope to all that.", "The last one alive wins."],
  accent: "#e0312c",
  Picture,
};
export default cover;
