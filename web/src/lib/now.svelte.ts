// The time, for clocks that count down: a few times a second, as long as somebody reads it.
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 200);
  return () => clearInterval(timer);
});

/** Milliseconds on this machine's steady clock. Whoever reads it in an effect or a template is told again soon. */
export function now(): number {
  subscribe();
  return performance.now();
}
