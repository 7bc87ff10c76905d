// The link that brings somebody to a table.
import { codeOf } from "../../lib/tables";

/** With the code, where there is one: it lets in. */
export function inviteLink(id: string): string {
  const code = codeOf(id);
  return code ? `${location.origin}/join#${encodeURIComponent(code)}` : `${location.origin}/t/${id}`;
}
