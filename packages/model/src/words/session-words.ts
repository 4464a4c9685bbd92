import type { SessionSummary } from "../session.ts";
import { brief } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";

/** The session's label: its special traits, name and first prompt. */
export function labelOf({ name, title, archived, hidden, subagentOf }: SessionSummary): string {
  const marks = `${hidden ? "[hidden] " : ""}${archived ? "[archived] " : ""}${subagentOf === null ? "" : "[sub-agent] "}`;
  const words = [name, title].filter((part) => part !== null && part !== "").join(" · ");
  return marks + (words === "" ? "(no prompt)" : safeLine(words));
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
