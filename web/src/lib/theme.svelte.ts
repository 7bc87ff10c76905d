// Light or dark: as the system has it, unless the player says otherwise.
import { store, stored } from "./storage";

export type Theme = "system" | "light" | "dark";

class Themes {
  #chosen = $state<Theme>(known(stored("theme")));

  get chosen(): Theme {
    return this.#chosen;
  }

  choose(theme: Theme): void {
    this.#chosen = theme;
    store("theme", theme === "system" ? null : theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const themes = new Themes();

function known(text: string | null): Theme {
  return text === "light" || text === "dark" ? text : "system";
}
