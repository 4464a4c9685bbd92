import type { KeptApproval, Request, SessionId } from "@reprise/model";
import { exactLine } from "@reprise/model";
import type { Paint } from "./paint.ts";
import { approvalLine } from "./plan-text.ts";
import { shellWord } from "./words.ts";

interface Approvals {
  readonly session: SessionId;
  readonly approvals: readonly KeptApproval[];
  readonly pending: readonly Request[];
}

export function approvalsText({ session, approvals, pending }: Approvals, paint: Paint): string {
  const command = `reprise approvals ${shellWord(exactLine(session))}`;
  const row = (hash: string, text: string) => `  ${paint("dim", hash)}  ${text}\n`;
  const rows = approvals.map((one) => row(exactLine(one.hash), approvalLine(one))).join("");
  const asked = pending.map(({ hash, subject }) => row(named(hash), exactLine(subject))).join("");
  const given =
    approvals.length === 0
      ? "Nothing is approved for this session.\n"
      : `Approved for this session, for identical requests only:\n${rows}Take one back: ${command} revoke HASH\n`;
  if (pending.length === 0) return given;
  const grant = pending.some(({ hash }) => hash !== null)
    ? `Approve one for this session: ${command} grant HASH\n`
    : "";
  return `${given}Asked and never answered:\n${asked}${grant}`;
}

/** A request without a hash does not say what would run. */
function named(hash: string | null): string {
  return hash === null ? "(cannot be approved in advance)" : exactLine(hash);
}
