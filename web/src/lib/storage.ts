// What the page remembers in this browser. Where a browser forbids that, it is forgotten and nothing breaks.

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`facedown.${key}`);
  } catch {
    return null;
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`facedown.${key}`);
    else localStorage.setItem(`facedown.${key}`, value);
  } catch {
    // Nothing can be done, and nothing is lost but the memory.
  }
}

/** A stored JSON value, if there is one that can be read. */
export function storedJson<T>(key: string): T | null {
  const text = stored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
