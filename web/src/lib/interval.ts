// Repeats a call at an interval while the page is visible.

/** Returns a function that stops it. A failed call is repeated at the next interval. */
export function repeatWhileVisible(millis: number, run: () => Promise<unknown>): () => void {
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
