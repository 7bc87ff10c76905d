// Sets that are replaced and never changed, as what is selected is.

/** Nothing. */
export const NOTHING: ReadonlySet<never> = new Set();

/** The same with this in it, or without it if it was. */
export function turned<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

/** These and no others. */
export function only<T>(...all: readonly T[]): ReadonlySet<T> {
  return new Set(all);
}
