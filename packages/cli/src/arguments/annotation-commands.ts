import { type CommandSpec, everywhere, session } from "./command-spec.ts";

const sessions = { ...session, isRepeated: true } as const;
const kept = "Kept in Reprise's own files; the agent's files do not change.";

/** Commands that note something about sessions, for the person. */
export const annotationCommands = {
  name: {
    summary: "Name a session",
    operands: [session, { name: "NAME", isRequired: false, isRepeated: true }],
    options: ["clear", "dry-run", ...everywhere],
    notes: [
      "It is shown in place of the agent's, and finds the session. Without NAME, prints the name.",
      `At most 200 characters on one line. ${kept}`,
    ],
    examples: ['reprise name 0199a213-81c0 "login rewrite"', "reprise name 0199a213-81c0 --clear"],
  },
  tag: {
    summary: "Add tags to sessions, remove them, or list all tags",
    operands: [
      { name: "ID", isRequired: false },
      { name: "TAG", isRequired: false, isRepeated: true },
    ],
    options: ["remove", "clear", "dry-run", ...everywhere],
    meanings: { clear: "Remove all tags of the session" },
    notes: [
      "Further words with a colon are sessions too. Without TAG, prints the tags of ID; without ID, all tags.",
      "Letters and digits of any script, and - _ . / between them; no spaces, at most 50 characters. Case does not count.",
      `To filter: reprise list --tag TAG, reprise search tag:TAG. ${kept}`,
    ],
    examples: ["reprise tag 0199a213-81c0 bug ui/login", "reprise tag 0199a213-81c0 --remove bug", "reprise tag"],
  },
  hide: {
    summary: "Leave sessions out of lists and searches",
    operands: [sessions],
    options: ["undo", "dry-run", ...everywhere],
    meanings: { undo: "Show them again" },
    notes: [`Nothing is deleted: reprise list --hidden lists them too. ${kept}`],
    examples: ["reprise hide 0199a213-81c0", "reprise hide 0199a213-81c0 --undo"],
  },
  archive: {
    summary: "Archive sessions",
    operands: [sessions],
    options: ["undo", "dry-run", ...everywhere],
    meanings: { undo: "Take them out again" },
    notes: [`reprise list --archived lists them too. ${kept}`, "An archive of the agent's own stays as it is."],
    examples: ["reprise archive 0199a213-81c0", "reprise archive 0199a213-81c0 --undo"],
  },
} as const satisfies Record<string, CommandSpec>;
