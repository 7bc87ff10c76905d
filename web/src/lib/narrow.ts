// Choosing among what is legal: the actions of one type; and step by step among actions of several parts, what is left after
// what was chosen, and what there is to choose next. It looks at the list alone and knows no rule.

/** Those of these actions that have this type. */
export type OfType<A extends { type: string }, T extends A["type"]> = Extract<A, { type: T }>;

export function ofType<A extends { type: string }, T extends A["type"]>(actions: readonly A[], type: T): OfType<A, T>[] {
  return actions.filter((action): action is OfType<A, T> => action.type === type);
}

type Part<A> = A extends unknown ? keyof A : never;
type Value<A, K> = A extends unknown ? (K extends keyof A ? A[K] : undefined) : never;
export type Chosen<A> = { readonly [K in Part<A>]?: Value<A, K> };

/** The actions that agree with everything chosen so far. */
export function left<A extends object>(actions: readonly A[], chosen: Chosen<A>): A[] {
  const wanted = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return actions.filter((action) => wanted.every(([key, value]) => (action as Record<string, unknown>)[key] === value));
}

/** The different values of one part, in the order in which they are offered. */
export function values<A extends object, K extends Part<A>>(actions: readonly A[], key: K): Exclude<Value<A, K>, undefined>[] {
  const all = actions.map((action) => (action as Record<PropertyKey, unknown>)[key]);
  return [...new Set(all)].filter((value) => value !== undefined) as Exclude<Value<A, K>, undefined>[];
}

/** The next part to be chosen: the first, in this order, that still has more than one value; null once one action is left. */
export function next<A extends object, K extends Part<A>>(
  actions: readonly A[],
  order: readonly K[],
  chosen: Chosen<A>,
): K | null {
  const open = left(actions, chosen);
  if (open.length < 2) return null;
  return (
    order.find(
      (key) => !(key in chosen) && new Set(open.map((action) => (action as Record<PropertyKey, unknown>)[key])).size > 1,
    ) ?? null
  );
}

/** The one action that is left, if there is just one. */
export function settled<A extends object>(actions: readonly A[], chosen: Chosen<A>): A | null {
  const open = left(actions, chosen);
  return open.length === 1 ? open[0]! : null;
}
