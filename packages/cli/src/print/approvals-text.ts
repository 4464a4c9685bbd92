import type { KeptApproval, Request, SessionId } from "@reprise/model";
import { safeLine } from "@reprise/model";
import type { Paint } from "./paint.ts";
import { shellWord } from "./words.ts";

interface Approvals {
  readonly session: SessionId;
  readonly approvals: readonly KeptApproval[];
  readonly pending: readonly Request[];
}

export function approvalsText({ session, approvals, pending }: Approvals, paint: Paint): string {
  const command = `reprise approvals ${shellWord(safeLine(session))}`;
  const rows = (all: readonly KeptApproval[]) =>
    all.map(({ hash, subject }) => `  ${paint("dim", safeLine(hash))}  ${safeLine(subject)}\n`).join("");
  const given =
    approvals.length === 0
      ? "Nothing is approved for this session.\n"
      : `Approved for this session, for identical requests only:\n${rows(approvals)}Take one back: ${command} revoke HASH\n`;
  if (pending.length === 0) return given;
  return `${given}Asked and never answered:\n${rows(pending)}Approve one for this session: ${command} grant HASH\n`;
}
