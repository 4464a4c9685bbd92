import { writeSync } from "node:fs";
import { builtInAgents, knownTags, nodeHost, recentTitles } from "@reprise/core";
import { count, exactLine } from "@reprise/model";
import { type Candidate, completionOf } from "./candidates.ts";

/** Words that no shell reads as anything but themselves. Others are not offered. */
const plainWord = /^[\w@%+=:,./-]+$/;
const widest = 60;

/**
 * What a completion script of `scripts.ts` asks for at each Tab: `words`, `files` or `folders`, then a line a candidate, with
 * a tab before what it is about. Starts no agent, writes nothing; a mistake shows nothing.
 */
export async function complete(words: readonly string[]): Promise<void> {
  const current = words.at(-1) ?? "";
  const completion = completionOf(
    words,
    builtInAgents.map(({ agent }) => agent),
  );
  const { kind } = completion;
  if (kind === "files" || kind === "folders") return print(kind, []);
  const candidates = kind === "words" ? completion.words : await found(kind, current, completion.before);
  print(
    "words",
    candidates.filter(({ value }) => value.startsWith(current) && plainWord.test(value)),
  );
}

async function found(kind: "sessions" | "schemas" | "tags", current: string, before: string): Promise<Candidate[]> {
  if (kind === "schemas") {
    const { contract } = await import("@reprise/model/schema");
    return Object.keys(contract).map((value) => ({ value, about: "" }));
  }
  const host = nodeHost(process.env);
  if (kind === "tags") {
    const tags = knownTags(host);
    return tags.map(({ tag, sessionCount }) => ({
      value: before + tag,
      about: count(sessionCount, "session"),
    }));
  }
  const titles = recentTitles(current, host);
  return titles.map(({ id, title }) => {
    const [, thread = ""] = id.split(/:(.*)/s);
    // A thread id alone is a name of the session too.
    return { value: id.startsWith(current) ? id : thread, about: title };
  });
}

function print(kind: string, candidates: readonly Candidate[]): void {
  const lines = candidates.map(({ value, about }) => `${value}\t${shortened(about)}`);
  try {
    writeSync(1, `${[kind, ...lines].join("\n")}\n`);
  } catch {
    // Nobody waits for it any more.
  }
}

/** One line that no terminal acts on. */
function shortened(about: string): string {
  const line = exactLine(about).replaceAll("\t", " ");
  const characters = [...line];
  return characters.length <= widest ? line : `${characters.slice(0, widest - 1).join("")}…`;
}
