// How names are written.

/** A bot's name as people write it: "cat-herder" is "Cat Herder". Names of people stay as they are. */
export function readable(name: string): string {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return name;
  return name.split("-").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");
}
