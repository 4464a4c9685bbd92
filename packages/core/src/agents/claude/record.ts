import { asThreadId, asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, textOf } from "../foreign.ts";
import { tellAssistant } from "./assistant.ts";
import { attachmentBody } from "./attachment.ts";
import { isBulky, tellBookkeeping } from "./bookkeeping.ts";
import type { FileThread } from "./file-name.ts";
import { tellSystem } from "./system.ts";
import type { Place, Teller } from "./teller.ts";
import { tellUser } from "./user.ts";
import type { Voice } from "./voice.ts";

/** Whether an object could be a line of its own, rather than a part of one. */
export function isClaudeRecord(value: object): boolean {
  return (
    "type" in value &&
    ["uuid", "parentUuid", "sessionId", "leafUuid", "messageId"].some((field) => field in value)
  );
}

/** One line. `number` counts the records of a line that holds several. */
export function tellRecord(
  value: unknown,
  at: { origin: Place["origin"]; number: number },
  teller: Teller,
  file: FileThread | null,
): void {
  const { origin } = at;
  const ownKey = at.number === 0 ? `@${origin.byteOffset}` : `@${origin.byteOffset}.${at.number}`;
  if (!isForeign(value)) return teller.item({ kind: "opaque", raw: value }, { origin, at: null }, ownKey);
  const place: Place = { origin, at: asTimestamp(value.timestamp) };
  const type = textOf(value.type) ?? "";
  if (isBulky(type)) return;
  tellAbout(value, place, teller, file);
  const id = textOf(value.uuid);
  // Some releases wrote a history twice into its file; a line with a known id tells nothing new.
  const message = type === "assistant" ? textOf(fieldOf(value, "message", "id")) : null;
  if (id !== null && teller.tree.isCopy(id, message)) return;
  const voice = voiceOf(value, place, teller, { ownKey, isSubagentFile: file?.subagent != null });
  switch (type) {
    case "user":
      return tellUser(value, place, teller, voice);
    case "assistant":
      return tellAssistant(value, place, teller, voice);
    case "system":
      return tellSystem(value, place, teller, voice);
    case "attachment":
      return tellAttachment(value, place, teller, voice);
  }
  voice.grow(null);
  tellBookkeeping(type, value, place, teller, voice.key);
}

function voiceOf(
  record: Foreign,
  place: Place,
  teller: Teller,
  how: { ownKey: string; isSubagentFile: boolean },
): Voice {
  const id = textOf(record.uuid);
  const isAside = record.isSidechain === true && !how.isSubagentFile;
  return {
    key: id === null || teller.tree.has(id) ? how.ownKey : id,
    isAside,
    grow: (message) =>
      id === null
        ? null
        : teller.grow({ id, parent: parentOf(record), message: isAside ? null : message }, place),
  };
}

/** Behind a compaction the chain begins anew, yet the conversation goes on. */
function parentOf(record: Foreign): string | null | undefined {
  const parent = record.parentUuid;
  if (parent === null && record.subtype === "compact_boundary") return undefined;
  return parent === null ? null : (textOf(parent) ?? undefined);
}

function tellAbout(record: Foreign, place: Place, teller: Teller, file: FileThread | null): void {
  const cwd = textOf(record.cwd);
  const session = textOf(record.sessionId);
  const forkedFrom = textOf(fieldOf(record, "forkedFrom", "sessionId"));
  teller.about({
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

/** What the model was given beside the prompt, or what a person typed while the agent was at work. */
function tellAttachment(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const attachment = record.attachment;
  if (fieldOf(attachment, "type") === "queued_command") return tellQueued(record, place, teller, voice);
  voice.grow(null);
  const body = voice.isAside ? null : attachmentBody(attachment, record.rendered);
  if (body) teller.attached(body, place, voice.key);
}

/** Like a line of a user, which it stands for. */
function tellQueued(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const { prompt, isMeta, origin } = record.attachment as Foreign;
  tellUser({ ...record, isMeta, origin, message: { content: prompt } }, place, teller, voice);
}
