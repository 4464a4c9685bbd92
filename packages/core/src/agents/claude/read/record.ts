import { asThreadId, asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import { collectAssistant } from "./assistant.ts";
import { attachmentBody } from "./attachment.ts";
import { collectBookkeeping, isBulky } from "./bookkeeping.ts";
import type { Branch } from "./branch.ts";
import { blocksOf, isContent } from "./content.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import type { FileThread } from "./file-name.ts";
import { collectSystem } from "./system.ts";
import { collectUser } from "./user.ts";

/** Whether an object can be a line of its own. */
export function isClaudeRecord(value: object): boolean {
  return (
    "type" in value && ["uuid", "parentUuid", "sessionId", "leafUuid", "messageId"].some((field) => field in value)
  );
}

/** `number`: index of the record in a line with several. */
export function collectRecord(
  value: unknown,
  at: { origin: LinePosition["origin"]; number: number },
  facts: FactCollector,
  file: FileThread | null,
): void {
  const { origin } = at;
  const ownKey = at.number === 0 ? `@${origin.byteOffset}` : `@${origin.byteOffset}.${at.number}`;
  if (!isForeign(value)) return facts.item({ kind: "opaque", raw: value }, { origin, at: null }, ownKey);
  const place: LinePosition = { origin, at: asTimestamp(textOf(value.timestamp)) };
  const type = textOf(value.type) ?? "";
  if (isBulky(type)) return;
  collectAbout(value, place, facts, file);
  const id = textOf(value.uuid);
  // Some releases wrote a history twice: skip known ids.
  const message = type === "assistant" ? textOf(fieldOf(value, "message", "id")) : null;
  if (id !== null && facts.tree.isCopy(id, message)) return;
  const branch = voiceOf(value, place, facts, { ownKey, isSubagentFile: file?.subagent != null });
  if ((type === "user" || type === "assistant") && !isContent(fieldOf(value, "message", "content"))) {
    branch.grow(null);
    facts.badShape(`a ${type} message without content`, place);
    return facts.item({ kind: "opaque", raw: value }, place, branch.key);
  }
  switch (type) {
    case "user":
      return collectUser(value, place, facts, branch);
    case "assistant":
      return collectAssistant(value, place, facts, branch);
    case "system":
      return collectSystem(value, place, facts, branch);
    case "attachment":
      return collectAttachment(value, place, facts, branch);
  }
  branch.grow(null);
  collectBookkeeping(type, value, place, facts, branch.key);
}

function voiceOf(
  record: Foreign,
  place: LinePosition,
  facts: FactCollector,
  how: { ownKey: string; isSubagentFile: boolean },
): Branch {
  const id = textOf(record.uuid);
  const isAside = record.isSidechain === true && !how.isSubagentFile;
  return {
    key: id === null || facts.tree.has(id) ? how.ownKey : id,
    isAside,
    grow: (message) =>
      id === null
        ? null
        : facts.grow(
            {
              id,
              parent: parentOf(record),
              isAnswer: !isAside && isAnswer(record),
              message: isAside ? null : message,
            },
            place,
          ),
  };
}

/** Whether a line follows something: a reply, or a tool's result. */
export function isAnswer(record: Foreign): boolean {
  if (record.type === "assistant") return true;
  const blocks = record.type === "user" ? blocksOf(fieldOf(record, "message", "content")) : [];
  return blocks.some(({ type }) => type === "tool_result");
}

/** After a compaction a new chain continues the conversation. */
export function parentOf(record: Foreign): string | null | undefined {
  const parent = record.parentUuid;
  if (parent === null && record.subtype === "compact_boundary") return undefined;
  return parent === null ? null : (textOf(parent) ?? undefined);
}

function collectAbout(record: Foreign, place: LinePosition, facts: FactCollector, file: FileThread | null): void {
  const cwd = textOf(record.cwd);
  const session = textOf(record.sessionId);
  const forkedFrom = textOf(fieldOf(record, "forkedFrom", "sessionId"));
  facts.about({
    createdAt: place.at,
    updatedAt: place.at,
    workspace: cwd,
    cwd,
    source: textOf(record.entrypoint),
    agentVersion: textOf(record.version),
    gitBranch: textOf(record.gitBranch),
    approvalPolicy: textOf(record.permissionMode),
    forkedFrom: forkedFrom === null ? null : asThreadId(forkedFrom),
    thread: file === null && session !== null ? asThreadId(session) : null,
    subagentOf: file?.subagent && session !== null ? asThreadId(session) : null,
  });
}

/** An attachment, or a prompt typed while the agent was working. */
function collectAttachment(record: Foreign, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const attachment = record.attachment;
  if (fieldOf(attachment, "type") === "queued_command") return collectQueued(record, place, facts, branch);
  branch.grow(null);
  const body = branch.isAside ? null : attachmentBody(attachment, record.rendered);
  if (body) facts.attached(body, place, branch.key);
}

function collectQueued(record: Foreign, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const { prompt, isMeta, origin } = record.attachment as Foreign;
  collectUser({ ...record, isMeta, origin, message: { content: prompt } }, place, facts, branch);
}
