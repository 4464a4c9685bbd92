import { basename, dirname, join } from "node:path";
import { SessionError, tryParseJson } from "@reprise/model";
import { digestOf } from "../../../host/digest.ts";
import type { Files } from "../../../host/files/files.ts";
import { replaceFile } from "../../../host/files/replace-file.ts";
import type { Host } from "../../../host/host.ts";
import { isForeign } from "../../foreign.ts";
import { changedFiles, filesBelow, unexpectedFile } from "../../writing/held-files.ts";
import { withMappedFields } from "../../writing/mapped-fields.ts";
import { linesOf, rewriteLines } from "../../writing/rewrite-lines.ts";
import type { HeldFile, PlaceOrder, SessionMover } from "../../writing/session-mover.ts";
import { geminiFolder } from "../exec/home.ts";
import { isChatFile, isSubagentFile, isWholeFile } from "../read/file-name.ts";
import { freeProjectFolder, projectFolder, projectMark } from "./project.ts";

/** The session's file and those of its sub-agents, in the folder of its project. */
export const geminiMover: SessionMover = {
  agent: "gemini",
  async collect({ thread, rollouts }, order, { files }) {
    const chats = dirname(rollouts.at(-1)?.path ?? "");
    const own = rollouts.map(({ path }) => ({ name: basename(path), path }));
    const held = [...own, ...filesBelow(join(chats, thread), thread, files)].filter(({ name }) =>
      isOfSession(name, thread),
    );
    return changedFiles(held, order, files);
  },
  async place(held, order, host) {
    const { thread, cwd, mapped, isMapped, folder } = order;
    for (const { name } of held) if (!isOfSession(name, thread)) throw unexpectedFile(name, "Gemini CLI");
    if (cwd === null)
      throw new SessionError(
        "refused",
        "The bundle does not say which folder the session is of, which Gemini CLI needs. Nothing was written.",
      );
    const home = geminiFolder({ home: order.home, env: host.env });
    const root = host.files.real(cwd);
    const known = projectFolder(home, root, host.files);
    const project = known ?? freeProjectFolder(home, root, host.files);
    const files = await Promise.all(
      held.map(async ({ name, path }, index) => {
        const to = join(project, "chats", ...name.split("/"));
        if (!isMapped) return { from: path, to };
        const copy = join(folder, `session-${index}`);
        // Early releases wrote one JSON document.
        if (isWholeFile(name)) replaceFile(copy, wholeInProject(path, root, mapped, host.files));
        else await rewriteLines(path, copy, (line) => inProject(line, root, mapped), host.files);
        return { from: copy, to };
      }),
    );
    return {
      files: [...files, ...(known === null ? [marked(project, root, folder)] : [])],
      present: await presentFiles(join(project, "chats"), held, order, host),
      changes: isMapped ? ["Recorded folders are those of this machine."] : [],
      store: null,
    };
  },
};

function isOfSession(name: string, thread: string): boolean {
  const [first = "", second, ...more] = name.split("/");
  if (second === undefined) return isChatFile(first);
  return first === thread && more.length === 0 && isSubagentFile(second);
}

/** Gemini CLI finds the project by it. */
function marked(project: string, root: string, folder: string) {
  const from = join(folder, "project-mark");
  replaceFile(from, root);
  return { from, to: join(project, projectMark) };
}

function inProject(line: string, root: string, mapped: (path: string) => string): string | undefined {
  const record = tryParseJson(line);
  if (!isForeign(record)) return undefined;
  const moved = withMappedFields(record, ["directories"], mapped);
  if (typeof record.projectHash !== "string" && moved === null) return undefined;
  const hash = typeof record.projectHash === "string" ? { projectHash: digestOf(root) } : {};
  return JSON.stringify({ ...(moved ?? record), ...hash });
}

const mostBytes = 512 * 1024 * 1024;

function wholeInProject(path: string, root: string, mapped: (path: string) => string, files: Files): string {
  const text = files.text(path, mostBytes) ?? "";
  return inProject(text, root, mapped) ?? text;
}

/** Files of the project with the session's id, whatever their name. */
async function presentFiles(
  chats: string,
  held: readonly HeldFile[],
  { thread }: PlaceOrder,
  { files }: Host,
): Promise<string[]> {
  const found: string[] = [];
  const names = (files.list(chats) ?? []).filter(({ kind, name }) => kind === "file" && isChatFile(name));
  for (const { name } of names) {
    const isSame = held.some((one) => one.name === name);
    if (isSame || (await idIn(join(chats, name), files)) === thread) found.push(join(chats, name));
  }
  return found;
}

async function idIn(path: string, files: Files): Promise<unknown> {
  if (isWholeFile(path)) {
    const whole = tryParseJson(files.text(path, mostBytes) ?? "");
    return isForeign(whole) ? whole.sessionId : null;
  }
  for await (const line of linesOf(path, files)) {
    const header = tryParseJson(line.toString("utf8"));
    return isForeign(header) ? header.sessionId : null;
  }
  return null;
}
