// Which games the server offers. Tests are listed for each of them, so it is asked before, once.
import type { GameInfo } from "../../src/protocol/types";
import { startServer } from "./server";

/** The answer goes to Playwright's workers in their environment. */
const KEPT = "FACEDOWN_GAMES";

/** For the configuration: asks the server unless it has been asked. */
export async function askForGames(): Promise<void> {
  if (process.env[KEPT]) return;
  const server = await startServer();
  process.env[KEPT] = await (await fetch(`${server.url}/api/v1/games`)).text();
  await server.discard();
}

export function offered(): GameInfo[] {
  return (JSON.parse(process.env[KEPT] ?? "") as { games: GameInfo[] }).games;
}
