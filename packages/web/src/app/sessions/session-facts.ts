import { count, exactLine, lineageWords, localTime, processWords, rootOf, type SessionSummary } from "@reprise/model";

/** What is known about a session besides its conversation. */
export function sessionFacts(session: SessionSummary, homeFolder: string): readonly (readonly [string, string])[] {
  const { owner, lineage, subagentOf, damageCount } = session;
  const file = session.files.find(({ role }) => role === "main") ?? session.files[0];
  return [
    ["Name", session.name === null ? "" : exactLine(session.name)],
    ["Tags", session.tags.join(" ")],
    ["Folder", rootOf(session, homeFolder).replace(/^root: /, "")],
    ["Time", `${localTime(session.createdAt)} – ${localTime(session.updatedAt)}`],
    ["Contents", contentsOf(session)],
    ["Model", session.model === null ? "" : exactLine(session.model)],
    ["Open in", owner === null ? "" : processWords(owner)],
    ["Started from", lineage === null ? "" : lineageWords(lineage)],
    ["Sub-agent of", subagentOf === null ? "" : exactLine(subagentOf)],
    ["Damage", damageCount === 0 ? "" : count(damageCount, "damaged place")],
    ["Id", exactLine(session.shortId)],
    ["File", file === undefined ? "" : exactLine(file.path)],
  ];
}

function contentsOf({ turnCount, messageCount, toolCount }: SessionSummary): string {
  return `${count(turnCount, "turn")}, ${count(messageCount, "message")}, ${count(toolCount, "tool call")}`;
}
