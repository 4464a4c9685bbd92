import type { SessionSummary } from "../session.ts";
import { brief } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";

/** The session's label: its special traits, name and first prompt. */
export function labelOf({ name, title, archived, hidden, subagentOf }: SessionSummary): string {
  const marks = `${hidden ? "[hidden] " : ""}${archived ? "[archived] " : ""}${subagentOf === null ? "" : "[sub-agent] "}`;
  return marks + titleWords({ name, title });
}

/** Its name and its first prompt, once if they are the same: an agent may name a session by its prompt. */
export function titleWords({ name, title }: Pick<SessionSummary, "name" | "title">): string {
  const parts = [...new Set([name, title])].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? "(no prompt)" : safeLine(parts.join(" · "));
}

/** `replay of codex:a`, `brief of codex:a` */
export function lineageWords({ kind, session }: NonNullable<SessionSummary["lineage"]>): string {
  return `${kind === "handoff" ? "brief" : kind} of ${exactLine(session)}`;
}

/** `4 msgs/12 tools`, `1 msg` */
export function countsOf({ messageCount, toolCount }: SessionSummary): string {
  const messages = `${brief(messageCount)} ${messageCount === 1 ? "msg" : "msgs"}`;
  return toolCount === 0 ? messages : `${messages}/${brief(toolCount)} ${toolCount === 1 ? "tool" : "tools"}`;
}

/** The workspace with the home folder as `~`. */
export function rootOf({ workspace }: Pick<SessionSummary, "workspace">, homeFolder: string): string {
  if (workspace === null) return "root: Unknown";
  const isBelow = homeFolder !== "" && `${workspace}/`.startsWith(`${homeFolder}/`);
  return exactLine(isBelow ? `~${workspace.slice(homeFolder.length)}` : workspace);
}

/** What people call a session that Reprise started with a prompt of its own; null if it did not. */
export function ownTitle(title: string): string | null {
  const [, number, project] = /^Round (\d+) of the project “(.*)”: work on it as/.exec(title) ?? [];
  if (project !== undefined) return `Round ${number} · ${project}`;
  const [, pull] = /^(?:Continue to resolve|Resolve) the review comments of (\S+#\d+)\. /.exec(title) ?? [];
  if (pull !== undefined) return `Review ${pull}`;
  return /^(?:Continue to resolve|Resolve) the review comments below\. /.test(title)
    ? "Review of a file of comments"
    : null;
}

/** The history of another session, sent piece by piece, or a brief of one. */
export function isOfAnother(title: string): boolean {
  return /^(?:\[Reprise restore [0-9a-f]+: |Restore this session: )/.test(title);
}
