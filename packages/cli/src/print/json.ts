import type { Damage, Finding, Hit, Item, ItemBody, Page, SessionSummary, Turn } from "@reprise/model";

/** Exact data that is also safe on a terminal: what could act there is written as an escape. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

const unsafe = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

// The contract that docs/users-guide.md describes: every field by name, so that a library's additions do not leak into it.

export function sessionShape(session: SessionSummary) {
  const { id, agent, thread, title, name, state, owner, workspace, createdAt, updatedAt } = session;
  const { turnCount, itemCount, messageCount, toolCount, model, source, archived, subagentOf } = session;
  const { lineage, sizeBytes, damageCount } = session;
  return {
    ...{ id, agent, thread, title, name, state },
    owner: owner && { pid: owner.pid, program: owner.program },
    ...{ workspace, createdAt, updatedAt, turnCount, itemCount, messageCount, toolCount },
    ...{ model, source, archived, subagentOf },
    lineage: lineage && { kind: lineage.kind, session: lineage.session, turn: lineage.turn },
    ...{ sizeBytes, damageCount },
    files: session.files.map(({ path, sizeBytes, role }) => ({ path, sizeBytes, role })),
  };
}

export function pageShape(page: Page) {
  const { empty, subagents, archived, unreadable } = page.hidden;
  const { total, next } = page;
  const hidden = { empty, subagents, archived, unreadable };
  return { sessions: page.sessions.map(sessionShape), total, next, hidden };
}

export function turnShape({ number, state, startedAt, endedAt }: Turn) {
  return { number, state, startedAt, endedAt };
}

export function itemShape(item: Item) {
  const { file, line, byteOffset } = item.origin;
  return { id: item.id, at: item.at, origin: { file, line, byteOffset }, ...bodyShape(item) };
}

export function bodyShape(item: ItemBody) {
  const { kind } = item;
  switch (kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return { kind, text: item.text };
    case "command":
      return {
        kind,
        command: item.command,
        output: item.output,
        exitCode: item.exitCode,
        status: item.status,
      };
    case "edit":
      return {
        kind,
        changes: item.changes.map(({ path, change, diff }) => ({ path, change, diff })),
        status: item.status,
      };
    case "tool":
      return { kind, name: item.name, input: item.input ?? null, output: item.output, status: item.status };
    case "approval":
      return { kind, subject: item.subject, decision: item.decision };
    case "opaque":
      return { kind, raw: item.raw ?? null };
  }
}

export function damageShape({ file, line, byteOffset, kind, detail }: Damage) {
  return { file, line, byteOffset, kind, detail };
}

export function hitShape({ session, title, turn, item, kind, isWaiting, snippet, at }: Hit) {
  return { session, title, turn, item, kind, isWaiting, snippet, at };
}

export function findingShape({ path, session, listed, reasons, damage }: Finding) {
  return { path, session, listed, reasons, damage: damage.map(damageShape) };
}
