// The invitation link of a table.
import { codeOf } from "../../lib/tables";

/** Includes the table's code if it has one, without which a private table cannot be joined. */
export function inviteLink(id: string): string {
  const code = codeOf(id);
  return code ? `${location.origin}/join#${encodeURIComponent(code)}` : `${location.origin}/t/${id}`;
}
