// Which page the address names, and how to go to another one without loading anything.

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "peers"; id: string }
  | { page: "rules"; game: string }
  | { page: "join" }
  | { page: "link" }
  | { page: "lost" };

/** How the ids of tables are written. The server knows no other, and refuses to open a connection for one. */
const ID = /^[\w-]{1,64}$/;
const WITH_ID = ["t", "r", "peers"];

/** Reads a path. Codes are in the fragment, which a browser tells nobody. */
export function route(path: string): Route {
  const [first = "", second, third, ...rest] = path
    .replace(/(.)\/+$/, "$1")
    .split("/")
    .slice(1)
    .map(plain);
  if (rest.length > 0) return { page: "lost" };
  if (first === "" && second === undefined) return { page: "lobby" };
  if (WITH_ID.includes(first) && !ID.test(second ?? "")) return { page: "lost" };
  if (first === "new" && second && third === undefined) return { page: "new", game: second };
  if (first === "rules" && second && third === undefined) return { page: "rules", game: second };
  if (first === "t" && second && third === undefined) return { page: "table", id: second };
  if (first === "r" && second && third === undefined) return { page: "replay", id: second };
  if (first === "peers" && second && third === undefined) return { page: "peers", id: second };
  if (first === "replay" && second === undefined) return { page: "replay", id: null };
  if (first === "join" && second === undefined) return { page: "join" };
  if (first === "link" && second === undefined) return { page: "link" };
  return { page: "lost" };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash.slice(1));
  readonly route = $derived(route(this.path));
  /** The code in the fragment, as it was before it became part of a link. */
  readonly code = $derived(plain(this.hash));

  /** Called once; returns a function that stops it. */
  start(): () => void {
    const look = () => {
      this.path = location.pathname;
      this.hash = location.hash.slice(1);
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a");
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
      if (link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      go(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", look);
      removeEventListener("hashchange", look);
      document.removeEventListener("click", click);
    };
  }
}

export const router = new Router();

/** Goes to another page; with `replace`, so that "back" does not come here again. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  router.path = location.pathname;
  router.hash = location.hash.slice(1);
  scrollTo(0, 0);
}
