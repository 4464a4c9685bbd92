import { count, exactLine, lineageWords, type SessionSummary, safeLine } from "@reprise/model";

/** One session in a list: its id first, whole, so that it can be passed on. */
export function sessionText(session: SessionSummary): string {
  const { id, state, updatedAt, turnCount, toolCount, owner, subagentOf, lineage, damageCount } = session;
  const counts = [count(turnCount, "turn"), count(toolCount, "tool call")];
  const remarks = [
    `folder ${session.workspace === null ? "unknown" : exactLine(session.workspace)}`,
    session.model && `model ${exactLine(session.model)}`,
    owner && `open in ${exactLine(owner.program)} (pid ${owner.pid})`,
    session.tags.length > 0 ? `tags ${session.tags.map(exactLine).join(" ")}` : null,
    session.archived ? "archived" : null,
    session.hidden ? "hidden by the user" : null,
    subagentOf && `sub-agent of ${exactLine(subagentOf)}`,
    lineage && lineageWords(lineage),
    damageCount > 0 ? count(damageCount, "damaged place") : null,
  ].filter((remark) => remark !== null && remark !== "");
  return [
    `${exactLine(id)} · ${state} · updated ${updatedAt ?? "at an unknown time"} · ${counts.join(", ")}`,
    `  ${titleText(session)}`,
    `  ${remarks.join(" · ")}`,
  ].join("\n");
}

export function titleText({ name, title }: Pick<SessionSummary, "name" | "title">): string {
  const parts = [name, wholeWords(title)].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? "(no prompt)" : safeLine(parts.join(" · "));
}

/** A secret that was cut off is not recognised as one: the last word of a shortened title is left out. */
function wholeWords(title: string): string {
  return title.endsWith("…") ? `${title.slice(0, -1).replace(tokenAtEnd, "")}…` : title;
}

/** Characters of tokens, keys and passwords. Not letters in general: some scripts have no blanks. */
const tokenAtEnd = /[\w.+/=~%:$@!#&*-]+$/;
