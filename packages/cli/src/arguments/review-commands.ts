import { type CommandSpec, everywhere, settings } from "./command-spec.ts";

/** The review comments of a pull request. */
export const reviewCommands = {
  review: {
    summary: "Show the review comments of a pull request, and let an agent work through them",
    operands: [{ name: "TARGET", isRequired: false }],
    options: [
      ...(["filter", "review-file", "reviewer", "range", "comments", "jsonl"] as const),
      ...(["run", "resume", "fresh", "yes", "fallback", "allow-wider", "force"] as const),
      ...(["report", "reply", "body"] as const),
      "agent",
      ...settings,
      "plain",
      "dry-run",
      ...everywhere,
    ],
    meanings: {
      run: "Let an agent work on the comments shown, without opening the screen",
      resume: "With --run: continue the interrupted run of this pull request in its thread",
      fresh: "With --run: start a new session; an interrupted one is not offered again",
      yes: "Accept changes that add no permissions, reuse saved approvals, send the recap; with --reply: post it",
      force: "With --run: work in a checkout of another repository too",
      agent: "The agent to run (default: the first of these)",
      cwd: "The checkout to work in (default: the current directory)",
      plain: "Lines of text instead of the screen",
      "dry-run": "With --run: show the plan and do nothing",
    },
    notes: [
      "TARGET is OWNER/REPOSITORY#42, the URL of a pull request, or a number in a clone. It may be left out with",
      "--comments. The token is GH_TOKEN, GITHUB_TOKEN, or that of `gh auth token`; GH_HOST names another server.",
      "On a terminal it opens the screen; otherwise it prints the comments. With --json, one document:",
      "`reprise schema review`.",
      "--run works on the comments that the filter leaves, as `reprise run` does: with --json one event a line, last",
      "`done`. If a run of this pull request was interrupted, it asks whether to resume that one: y resumes it with the",
      "current comments, n starts a new session and never offers the old one again, Esc does nothing. Without a",
      "terminal it asks nothing and exits with 5, unless --resume or --fresh is given.",
      "Nothing is posted but a reply that you confirm.",
    ],
    examples: [
      "reprise review octo/shop#42",
      "reprise review 42 --filter unresolved --json",
      "reprise review 42 --filter unresolved --jsonl",
      "reprise review 42 --run --fresh --json --sandbox workspace-write",
      "reprise review 42 --report",
      "reprise review 42 --reply 1700000001",
    ],
  },
} as const satisfies Record<string, CommandSpec>;
