import type { KeptApproval, Request } from "@reprise/model";
import { approvalRow, exactLine, requestRows } from "@reprise/model";
import type { Paint } from "../paint.ts";
import { rowsText } from "../run/request-text.ts";
import { shellWord } from "../words.ts";

interface Approvals {
  readonly id: string;
  readonly approvals: readonly KeptApproval[];
  readonly pending: readonly Request[];
}

/** Without a known width long lines are not broken. */
export function approvalsText({ id, approvals, pending }: Approvals, paint: Paint, width: number | null): string {
  const command = `reprise approvals ${shellWord(exactLine(id))}`;
  const row = (hash: string, text: string) => `  ${paint("dim", hash)}  ${text}\n`;
  const rows = approvals.map((one) => row(exactLine(one.hash), approvalRow(one).text)).join("");
  const asked = pending.map((request) => pendingText(request, paint, width)).join("");
  const given =
    approvals.length === 0
      ? "Nothing is approved for this session.\n"
      : `Approved for this session, for identical requests only:\n${rows}Revoke one: ${command} revoke HASH\n`;
  if (pending.length === 0) return given;
  const grant = pending.some(({ hash }) => hash !== null)
    ? `Approve one for this session: ${command} grant HASH\n`
    : "";
  return `${given}Never answered:\n${asked}${grant}`;
}

/** Everything a grant would allow. */
function pendingText(request: Request, paint: Paint, width: number | null): string {
  const rows = requestRows({ ...request, rule: null }, width === null ? null : width - 4);
  return `  ${paint("dim", named(request.hash))}\n${rowsText(rows, "    ")}`;
}

/** A request without a hash does not name what would run. */
function named(hash: string | null): string {
  return hash === null ? "(cannot be approved in advance)" : exactLine(hash);
}
