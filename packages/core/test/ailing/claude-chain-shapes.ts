import type { ClaudeSession } from "../decoding/claude/claude-session.ts";

/** A session, and what of it Claude Code sends on a resume. */
export interface ChainShape {
  readonly name: string;
  /** The messages of the conversation as it is now. */
  readonly tells: readonly string[];
  /** How many of them a plain resume sends; all if not given. */
  readonly takenCount?: number;
  readonly write: (session: ClaudeSession) => void;
}

const four = ["question alpha", "answer alpha", "question beta", "answer beta"];

function ask(session: ClaudeSession, name: string, more: Record<string, unknown> = {}): void {
  session.prompt(`question ${name}`, more);
  session.reply(`answer ${name}`, { messageId: `msg_${name}` });
}

function twoTurns(session: ClaudeSession): void {
  ask(session, "alpha");
  ask(session, "beta");
}

/** Two turns whose lines are changed as they are written. */
function changed(change: (line: Record<string, unknown>, index: number) => object) {
  return (session: ClaudeSession) => {
    twoTurns(session);
    for (const [index, line] of session.lines.entries())
      session.lines[index] = JSON.stringify(change(JSON.parse(line), index));
  };
}

const missing = "99999999-9999-4999-8999-999999999999";
const later = "2026-11-15T13:00:00.000Z";

export const chainShapes: readonly ChainShape[] = [
  { name: "linked", tells: four, write: twoTurns },
  {
    name: "lines without uuid",
    tells: four,
    takenCount: 1,
    write: changed(({ uuid: _uuid, parentUuid: _parent, ...line }) => line),
  },
  {
    name: "lines that name no parent",
    tells: four,
    takenCount: 1,
    write: changed(({ parentUuid: _parent, ...line }) => line),
  },
  {
    name: "null for every parent",
    tells: four,
    takenCount: 1,
    write: changed((line) => ({ ...line, parentUuid: null })),
  },
  {
    name: "linked within each turn",
    tells: four,
    takenCount: 2,
    write: changed(({ parentUuid, ...line }, index) => (index === 2 ? line : { parentUuid, ...line })),
  },
  {
    name: "one reply without uuid",
    tells: four,
    takenCount: 3,
    write: (session) => {
      twoTurns(session);
      const [first = "", second = "", third = ""] = session.lines;
      const { uuid } = JSON.parse(first);
      session.lines[1] = JSON.stringify({ ...JSON.parse(second), uuid: undefined });
      session.lines[2] = JSON.stringify({ ...JSON.parse(third), parentUuid: uuid });
    },
  },
  {
    name: "a missing parent, a second later",
    tells: four,
    write: changed((line, index) => (index === 2 ? { ...line, parentUuid: missing } : line)),
  },
  {
    name: "a missing parent, an hour later",
    tells: four,
    takenCount: 2,
    write: changed((line, index) => ({
      ...line,
      ...(index === 2 && { parentUuid: missing }),
      ...(index >= 2 && { timestamp: later }),
    })),
  },
  {
    name: "a branch that was left",
    tells: ["question alpha", "answer alpha", "question gamma", "answer gamma"],
    write: (session) => {
      ask(session, "alpha");
      const from = session.latest;
      ask(session, "left");
      ask(session, "gamma", { parentUuid: from });
    },
  },
  {
    name: "a conversation that was started over",
    tells: ["question gamma", "answer gamma"],
    write: (session) => {
      ask(session, "left");
      ask(session, "gamma", { parentUuid: null });
    },
  },
  {
    name: "a compaction",
    tells: ["summary of it", "question beta", "answer beta"],
    write: (session) => {
      ask(session, "alpha");
      session.system("compact_boundary", {
        parentUuid: null,
        logicalParentUuid: session.latest,
        content: "Conversation compacted",
        compactMetadata: { trigger: "manual", preTokens: 10 },
      });
      session.prompt("summary of it", { isCompactSummary: true, isVisibleInTranscriptOnly: true });
      ask(session, "beta");
    },
  },
  {
    name: "a sub-agent in the same file",
    tells: four,
    write: (session) => {
      ask(session, "alpha");
      session.line({
        type: "user",
        isSidechain: true,
        parentUuid: null,
        message: { role: "user", content: "look around" },
      });
      ask(session, "beta");
    },
  },
];
