import { type Decision, plainRequest, type Request } from "@reprise/model";
import fc from "fast-check";

/** Each acts on a terminal that prints it. */
const sequences = [
  ...["\u001b[31m", "\u001b[2A", "\u001b[2K", "\u001b[1;1H", "\u001b[2J", "\u001b[8m", "\u001b[?1049h", "\u001bc"],
  ...["\u001b]0;touch PWNED;:\u0007", "\u001b]8;;http://evil.test\u001b\\", "\u001b]52;c;cm0gLXJm\u0007", "\u001b]0;"],
  ...["\u001bP1$r0m\u001b\\", "\u001b_G\u001b\\", "\u009b2J", "\u009d0;x\u009c", "\u0090q\u009c", "\u009b1A", "\u0085"],
  ...["\r", "\rls                    ", "\b\b\b\b\b", "\u007f", "\u0000", "\u000b", "\u000c", "\u000e", "\u0005"],
];

/** Each hides, reorders, joins or imitates something. */
const disguises = [
  ...["\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"],
  ...["\u00ad", "\u180e", "\ufe0f", "\ufe00", "\u{e0041}", "\u{e0100}", "\u3164", "\u115f", "\u1160", "\u2800"],
  ...["\u00a0", "\u2003", "\u202f", "\u205f", "\u3000", "\u2028", "\u2029", "e\u0301", "\u212a", "\u1100\u1161"],
  ...["\u0300".repeat(40), "日本語".repeat(30), "👩\u200d👧", "\ud83d", "\\x1b", "\\\\", "⟨U+202E⟩", "␊", "\t"],
];

/** Lines of our own questions. */
const forgeries = [
  "\nAllow? [y] yes, once  [s] yes, for this session  [n] no y",
  "\nThe agent asks to run a command:\n  Command │ ls\n",
  "\n  Folder  │ /home/me\n",
  "\nFolder:\n│ /home/me",
  "\n│ ls\n┊ ls",
  "\n1. yes, once (y)\n2. no (n)\nType 1 to 2, or the letter.",
  "\n codex asks to run a command ────\n",
  "\n   y  yes, once\n   n  no\n ↑↓  choose   Enter  answer",
  '\nAlways │ adds a permanent rule: allow every command that starts with: "ls"',
];

const filler = fc.constantFrom(" ".repeat(79), " ".repeat(400), "\n".repeat(60), "x".repeat(300), "a b ".repeat(50));
const piece = fc.oneof(
  fc.constantFrom(...sequences, ...disguises, ...forgeries),
  fc.constantFrom("echo hello ", "rm -rf build", "; ", " && ", "|", "'", '"', "$(x)", "\n"),
  filler,
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** Text that tries to look like something else, or like our own words. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text !== "");

const optional = fc.option(hostileText, { nil: null });
const choices: readonly Decision[] = ["once", "session", "always", "decline", "cancel"];

export const hostileRequest: fc.Arbitrary<Request> = fc
  .record({
    subject: fc.oneof(
      { weight: 30, arbitrary: hostileText },
      // As long as a command can be.
      {
        weight: 1,
        arbitrary: hostileText.map((text) => text.repeat(Math.ceil(100_000 / Math.max(1, text.length)))),
      },
    ),
    cwd: optional,
    reason: optional,
    words: fc.option(fc.array(hostileText, { minLength: 1, maxLength: 3 }), { nil: null }),
    host: optional,
    target: optional,
    change: fc.option(fc.record({ path: hostileText, diff: hostileText, movedTo: optional }), { nil: null }),
  })
  .map(({ subject, cwd, reason, words, host, target, change }) => ({
    ...plainRequest,
    id: "r1",
    kind: change === null ? "command" : "edit",
    subject,
    reason,
    cwd,
    item: null,
    hash: "h",
    choices: words === null ? choices.filter((choice) => choice !== "always") : choices,
    network: host === null ? null : { host, port: 443, protocol: "https" },
    grants: target === null ? [] : [{ access: "write", target }],
    rule: words === null ? null : { kind: "command-prefix", words },
    changes: change === null ? [] : [{ ...change, change: change.movedTo === null ? "update" : "move" }],
  }));
