import type { SessionFile, SessionSummary } from "@reprise/model";
import { lineageWords, zonedTime } from "@reprise/model";
import { bytes, count } from "../words.ts";

/** Key facts about a session, as label and value; the values are the agents' own text. */
export function sessionFacts(session: SessionSummary): [label: string, value: string][] {
  const { owner, lineage } = session;
  const facts: [string, string | null][] = [
    ["Session", session.id],
    ["Name", session.name],
    ["Title", session.title === "" ? null : session.title],
    ["Workspace", session.workspace ?? "Unknown"],
    ["State", owner === null ? session.state : `${session.state}, open in ${owner.program} (pid ${owner.pid})`],
    ["Model", session.model ?? "Unknown"],
    ["Source", session.source],
    ["Time", `${zonedTime(session.createdAt)} – ${zonedTime(session.updatedAt)}`],
    ["Contents", countsOf(session)],
    ["Tags", session.tags.length === 0 ? null : session.tags.join(" ")],
    ["Archived", session.archived ? "yes" : null],
    ["Hidden", session.hidden ? "by you" : null],
    ["Sub-agent of", session.subagentOf],
    ["Lineage", lineage && `${lineageWords(lineage)}${lineage.turn === null ? "" : `, turn ${lineage.turn}`}`],
    ...session.files.map((file, index): [string, string] => [index === 0 ? "Files" : "", fileFact(file)]),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The same for a document that others read: without the person's own tags, and whether they hid it. */
export function sharedFacts(session: SessionSummary): [label: string, value: string][] {
  return sessionFacts({ ...session, tags: [], hidden: false });
}

function countsOf({ turnCount, itemCount, messageCount, toolCount, damageCount }: SessionSummary): string {
  const damaged = damageCount > 0 ? `, ${count(damageCount, "damaged place")}` : "";
  const parts = [count(turnCount, "turn"), count(itemCount, "item"), count(messageCount, "message")];
  return `${[...parts, count(toolCount, "tool call")].join(", ")}${damaged}`;
}

function fileFact({ path, sizeBytes, role }: SessionFile): string {
  return `${path} (${role === "main" ? "" : `${role}, `}${bytes(sizeBytes)})`;
}
