import type { DamageKind } from "../transcript.ts";

interface Words {
  readonly wrong: string;
  readonly kept: string;
  readonly advice: string;
}

const nothing = "nothing; Reprise reads it anyway";

/** What each kind of damage means to the file's owner. */
export const damageWords: Readonly<Record<DamageKind, Words>> = {
  torn: {
    wrong: "the line stops in the middle",
    kept: "every line before and after it",
    advice: "nothing, if the agent is still writing; otherwise it was killed here and may refuse to resume",
  },
  glued: {
    wrong: "two records are on one line, the first truncated",
    kept: "the complete record, and every other line",
    advice: nothing,
  },
  nul: {
    wrong: "zero bytes, typical of a power cut",
    kept: "everything around them",
    advice: "check the disk if this was not a power cut",
  },
  bom: { wrong: "a byte order mark at the start", kept: "everything", advice: nothing },
  crlf: { wrong: "Windows line endings", kept: "everything", advice: nothing },
  "invalid-utf8": {
    wrong: "bytes that are not UTF-8",
    kept: "everything else, with a replacement character for them",
    advice: nothing,
  },
  "not-json": { wrong: "the line is not JSON", kept: "every other line", advice: nothing },
  unexpected: {
    wrong: "not the record that belongs there",
    kept: "every other record",
    advice: "correct the file; without that, Reprise cannot continue it",
  },
  "bad-header": {
    wrong: "the first line is not the header the agent writes",
    kept: "every readable line",
    advice: "the agent itself may not list or resume this session",
  },
  "empty-file": { wrong: "the file has no content", kept: "there was nothing", advice: "it can be ignored" },
  "oversized-line": {
    wrong: "the line is too long for memory",
    kept: "every other line",
    advice: nothing,
  },
  "ordinal-repeated": {
    wrong: "a record has the number of an earlier one",
    kept: "both records, in the order of the file",
    advice: "the agent itself may show only what comes before",
  },
  "ordinal-missing": {
    wrong: "a number is missing between two records",
    kept: "everything that is there",
    advice: "the agent itself may show only what comes before",
  },
  "missing-base": {
    wrong: "the file this one continues is gone",
    kept: "everything in this file",
    advice: "look for it in another home (--AGENT-home DIR) or in a backup",
  },
  "dangling-parent": {
    wrong: "a record refers to a missing one",
    kept: "the record, at its place in the file",
    advice: nothing,
  },
  "bad-shape": {
    wrong: "a record of a known kind does not look as the agent writes it",
    kept: "the record, shown as it is, and every other line",
    advice: nothing,
  },
  unreadable: {
    wrong: "the system could not read it",
    kept: "everything read before that",
    advice: "check its permissions and the disk",
  },
};
