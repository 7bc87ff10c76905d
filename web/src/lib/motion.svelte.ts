// Whether the player prefers reduced motion.

class Motion {
  isReduced = $state(false);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.isReduced = query.matches;
    query.addEventListener("change", () => (this.isReduced = query.matches));
  }
}

export const motion = new Motion();
