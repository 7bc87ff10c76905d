// Says things to screen readers: what happens politely, what is urgent at once. `Announcer.svelte` has the two regions.

type Voice = (text: string) => void;
const voices: { polite: Voice | null; urgent: Voice | null } = { polite: null, urgent: null };
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Registers the callbacks of the two live regions; called once by `Announcer.svelte`. */
export function setVoices(polite: Voice | null, urgent: Voice | null): void {
  voices.polite = polite;
  voices.urgent = urgent;
}

/** Says what happened. Several things in a row are said as one, for a region that changes too fast is not read out. */
export function announce(text: string): void {
  waiting.push(text);
  timer ??= setTimeout(() => {
    voices.polite?.(waiting.join(" "));
    waiting = [];
    timer = undefined;
  }, 150);
}

/** Announces something urgent at once. */
export function announceNow(text: string): void {
  voices.urgent?.(text);
}
