// Reads as much Markdown as the rules are written in: headings, paragraphs, nested lists, tables, bold, italics and code.

export type Inline = { kind: "text" | "bold" | "code" | "italic"; text: string };
export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; items: { depth: number; text: Inline[] }[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  for (const chunk of markdown.trim().split(/\n\s*\n/)) {
    const lines = chunk.split("\n");
    // A heading or a list can stand right above something else.
    while (lines.length > 0) found.push(take(lines));
  }
  return found;
}

function take(lines: string[]): Block {
  const first = lines[0] ?? "";
  const heading = first.match(/^(#+)\s+(.*)$/);
  if (heading) {
    lines.shift();
    return { kind: "heading", level: heading[1]?.length ?? 1, text: inline(heading[2] ?? "") };
  }
  if (first.trim().startsWith("|")) {
    const rows = lines.splice(0).map((line) =>
      line
        .trim()
        .split("|")
        .slice(1, -1)
        .map((cell) => inline(cell.trim())),
    );
    return { kind: "table", head: rows[0] ?? [], rows: rows.slice(2) };
  }
  if (isItem(first)) {
    const items: { depth: number; text: string }[] = [];
    while (lines.length > 0 && !(lines[0] ?? "").startsWith("#")) {
      const line = lines.shift() ?? "";
      const last = items.at(-1);
      if (isItem(line)) items.push({ depth: line.search(/\S/) > 1 ? 1 : 0, text: line.replace(/^\s*([-*]|\d+\.)\s+/, "") });
      else if (last) last.text += ` ${line.trim()}`;
    }
    return { kind: "list", items: items.map((item) => ({ ...item, text: inline(item.text) })) };
  }
  const end = lines.findIndex((line, i) => i > 0 && (isItem(line) || line.startsWith("#")));
  const text = lines
    .splice(0, end < 0 ? lines.length : end)
    .map((line) => line.trim())
    .join(" ");
  return { kind: "paragraph", text: inline(text) };
}

function isItem(line: string): boolean {
  return /^\s*([-*]|\d+\.)\s/.test(line);
}

/** Links lose their address: it would lead into the repository. */
export function inline(text: string): Inline[] {
  const parts = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\b_[^_]+_\b)/);
  return parts
    .filter((part) => part !== "")
    .map((part): Inline => {
      if (/^\*\*.+\*\*$/.test(part)) return { kind: "bold", text: part.slice(2, -2) };
      if (/^`.+`$/.test(part)) return { kind: "code", text: part.slice(1, -1) };
      if (/^(\*.+\*|_.+_)$/.test(part)) return { kind: "italic", text: part.slice(1, -1) };
      return { kind: "text", text: part };
    });
}
