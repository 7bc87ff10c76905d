// Exploding Kittens for the page.
import { plainGame } from "../../lib/plain";
import cover from "./cover";

export default plainGame(cover);
