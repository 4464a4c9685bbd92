import { dirname, join } from "node:path";
import { tryParseJson } from "@reprise/model";
import type { Files } from "../../../host/files/files.ts";
import { fieldOf, isForeign, textOf } from "../../foreign.ts";
import { changedFiles, filesBelow, unexpectedFile } from "../../writing/held-files.ts";
import { withMappedFields } from "../../writing/mapped-fields.ts";
import { linesOf, rewriteLines } from "../../writing/rewrite-lines.ts";
import type { SessionMover } from "../../writing/session-mover.ts";
import { presentFile, projectSlug } from "./project.ts";

/** The session's file and its folder: sub-agents and long tool results. */
export const claudeMover: SessionMover = {
  agent: "claude",
  async collect({ thread, rollouts }, order, { files }) {
    const main = rollouts.at(-1)?.path ?? "";
    const beside = filesBelow(join(dirname(main), thread), thread, files);
    const held = [{ name: `${thread}.jsonl`, path: main }, ...beside.filter(({ name }) => isOfSession(name, thread))];
    return changedFiles(held, order, files);
  },
  async place(held, { thread, home, cwd, mapped, isMapped, folder }, host) {
    const projects = join(home, "projects");
    const project = join(projects, projectSlug(host.files.real(cwd ?? "/")));
    let isCleaned = false;
    const files = await Promise.all(
      held.map(async ({ name, path }, index) => {
        if (!isOfSession(name, thread)) throw unexpectedFile(name, "Claude Code");
        const to = join(project, ...name.split("/"));
        if (!name.endsWith(".jsonl")) return { from: path, to };
        const prompts = await recordedPrompts(path, host.files);
        if (prompts.size === 0 && !isMapped) return { from: path, to };
        isCleaned ||= prompts.size > 0;
        const copy = join(folder, `session-${index}`);
        await rewriteLines(path, copy, (line) => takenOver(line, prompts, mapped), host.files);
        return { from: copy, to };
      }),
    );
    const present = presentFile(projects, thread, host);
    const changes = [
      ...(isMapped ? ["Recorded folders are those of this machine."] : []),
      ...(isCleaned ? ["The recorded system prompt is left out: Claude Code would use it as its own."] : []),
    ];
    return { files, present: present === null ? [] : [present], changes, store: null };
  },
};

function isOfSession(name: string, thread: string): boolean {
  if (!/^[0-9a-zA-Z-]+$/.test(thread)) return false;
  return name === `${thread}.jsonl` || new RegExp(`^${thread}/(?:subagents|tool-results)/.`, "s").test(name);
}

/** Lines with a system prompt, by id, with the id that they follow. */
async function recordedPrompts(path: string, files: Files): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for await (const line of linesOf(path, files)) {
    const record = tryParseJson(line.toString("utf8"));
    if (isPrompt(record)) found.set(textOf(fieldOf(record, "uuid")) ?? "", fieldOf(record, "parentUuid") ?? null);
  }
  return found;
}

function isPrompt(record: unknown): boolean {
  return fieldOf(record, "attachment", "type") === "prompt_snapshot";
}

const links = ["parentUuid", "logicalParentUuid", "leafUuid"];

/** Lines that followed a removed one follow the one before it. */
function takenOver(
  line: string,
  prompts: ReadonlyMap<string, unknown>,
  mapped: (path: string) => string,
): string | null | undefined {
  const record = tryParseJson(line);
  if (!isForeign(record)) return undefined;
  if (isPrompt(record)) return null;
  const relinked = Object.fromEntries(
    links
      .filter((link) => prompts.has(textOf(record[link]) ?? " "))
      .map((link) => [link, before(record[link], prompts)]),
  );
  const moved = withMappedFields(record, ["cwd"], mapped);
  if (moved === null && Object.keys(relinked).length === 0) return undefined;
  return JSON.stringify({ ...(moved ?? record), ...relinked });
}

function before(id: unknown, prompts: ReadonlyMap<string, unknown>): unknown {
  const seen = new Set<unknown>();
  let at = id;
  while (typeof at === "string" && prompts.has(at) && !seen.has(at)) {
    seen.add(at);
    at = prompts.get(at);
  }
  return seen.has(at) ? null : at;
}
