// Does something now and then again, as long as somebody is looking at the page.

/** Gives what ends it. What fails is tried again the next time. */
export function often(millis: number, run: () => Promise<unknown>): () => void {
  const look = () => {
    if (!document.hidden) run().catch(() => {});
  };
  look();
  const timer = setInterval(look, millis);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
