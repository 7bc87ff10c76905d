// Help in place: what a card, a bid or a button does, for whoever points at it, moves the focus there or presses long.
//
// An element says what it has to say with `{@attach help(…)}`; one bubble on the page (`ui/HelpBubble.svelte`) shows it.
import type { Attachment } from "svelte/attachments";

export interface Help {
  title: string;
  /** One sentence. */
  text: string;
  /** Why it cannot be done now, as the server says; null if it can. It is asked for only when the help is shown. */
  why?: (() => Promise<string | null>) | undefined;
}

const said = new WeakMap<Element, Help>();

/** Gives an element its help; a screen reader says it as the element's description. */
export function help(what: Help | null | undefined): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    if (!what) return;
    said.set(element, what);
    element.setAttribute("data-help", "");
    element.setAttribute("aria-description", what.text);
    return () => {
      said.delete(element);
      element.removeAttribute("data-help");
      element.removeAttribute("aria-description");
    };
  };
}

/** The element with help that this one is, or is in. */
export function helped(target: EventTarget | null): { element: Element; help: Help } | null {
  const element = target instanceof Element ? target.closest("[data-help]") : null;
  const what = element && said.get(element);
  return element && what ? { element, help: what } : null;
}
