import { everySession, exactLine, type Library, type ListQuery, type Page } from "@reprise/model";
import { commandLine } from "../arguments/command-line.ts";
import type { Home } from "../machine.ts";
import { hiddenLine, lines } from "../print/sessions/session-list.ts";
import { padEnd } from "../print/width.ts";
import { count } from "../print/words.ts";
import type { Job } from "./command.ts";
import { scopeFolder } from "./list-query.ts";

/** Explains why the list has no rows, and where the sessions are. */
export async function emptyListText(job: Job, library: Library, query: ListQuery, page: Page): Promise<string> {
  if ((await library.list({ ...everySession, limit: 1 })).total === 0)
    return job.libraryOptions.chats
      ? lines(["No chats with an answer."])
      : nothingText(await job.machine.homes(job.libraryOptions), page);
  const { values, machine } = job;
  const elsewhere = values.all ? null : await library.list({ ...query, scope: "all", limit: 1, cursor: undefined });
  const matching =
    values.agent !== null || values.state !== null || values.tag !== null ? "matching sessions" : "sessions";
  const hidden = hiddenLine(page.hidden);
  return lines([
    values.all
      ? `No ${matching} · All sessions`
      : `No ${matching} in this project (${exactLine(scopeFolder(values.cwd, machine.cwd))})`,
    ...(hidden === null ? [] : [hidden]),
    ...(elsewhere === null ? [] : elsewhereLines(job, elsewhere, matching)),
  ]);
}

function elsewhereLines({ values }: Job, page: Page, matching: string): string[] {
  const command = commandLine("list", { ...values, all: true, cwd: null, cursor: null });
  const found = matching.replace(/s$/, "");
  if (page.total > 0) return [`${count(page.total, found)} in all workspaces: ${command}`];
  const hidden = hiddenLine(page.hidden);
  return hidden === null ? [] : [`In all workspaces (${command}): ${hidden}`];
}

function nothingText(homes: readonly Home[], { hidden }: Page): string {
  const unreadable = hiddenLine({ ...hidden, empty: 0, subagents: 0, archived: 0, byPerson: 0 });
  return lines([
    ...(unreadable === null ? [] : [unreadable]),
    "No sessions on this machine. Looked in:",
    ...homes.map(({ agent, path }) => `  ${padEnd(agent, 8)}  ${exactLine(path)}`),
    `To read sessions elsewhere: ${[...new Set(homes.map(({ agent }) => `--${agent}-home DIR`))].join(", ")}`,
    "To start a session: reprise run PROMPT. To see how it works first: reprise demo",
  ]);
}
