import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextTags, harnessTags } from "../../src/agents/claude/read/classify-user-text.ts";
import { ClaudeSession } from "../decoding/claude/claude-session.ts";

const typed = "What does this do?";

const folder = "-srv-proj-a";
const inTag = (tag: string) => `<${tag}>Text of the harness in ${tag}.</${tag}>`;
const text = (said: string) => ({ type: "text", text: said });

function asked(session: ClaudeSession, content: unknown): void {
  session.line({ type: "user", message: { role: "user", content }, permissionMode: "default" });
}

/** Where a session has a text of the harness or of an editor. In front of the prompt, in one text, the vendor lists no such session. */
const shapes: Readonly<Record<string, (session: ClaudeSession, tag: string) => void>> = {
  "in a message of its own": (session, tag) => {
    asked(session, inTag(tag));
    asked(session, typed);
  },
  "in a block before the prompt": (session, tag) => asked(session, [text(inTag(tag)), text(typed)]),
  "in a block of a message of its own": (session, tag) => {
    asked(session, [text(inTag(tag))]);
    asked(session, [text(typed)]);
  },
};

export interface Wrapped {
  readonly thread: string;
  readonly tag: string;
  readonly shape: string;
}

/** All but what a person ran with `!`, which the vendor takes for the title: here it is a command, and no prompt. */
const tags = [...contextTags, ...harnessTags].filter((tag) => tag !== "bash-input");

/** A session for each tag and shape, in a home of Claude Code at `home`. */
export function writeWrapped(home: string): readonly Wrapped[] {
  const place = join(home, "projects", folder);
  mkdirSync(place, { recursive: true });
  return tags.flatMap((tag, number) =>
    Object.entries(shapes).map(([shape, write], index) => {
      const thread = `33333333-3333-4333-8333-${String(number * 10 + index).padStart(12, "0")}`;
      const session = new ClaudeSession(thread);
      write(session, tag);
      session.reply("It adds.");
      writeFileSync(join(place, `${thread}.jsonl`), session.text());
      return { thread, tag, shape };
    }),
  );
}
