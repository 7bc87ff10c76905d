// Starts the Chromium of the system, with the flags that let it run as root and keep it from talking to anybody.
import { chromium } from "playwright-core";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page that a test brings itself (FACEDOWN_PAGE) may still talk to a server on this machine.
  "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets",
];

export const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launch() {
  return chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
}
