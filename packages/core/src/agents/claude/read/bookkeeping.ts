import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";

/** Known lines without information of their own. */
const silent = new Set([
  "agent-color",
  "agent-name",
  "agent-setting",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "artifact-autoreact-ledger",
  "artifact-comment-monitor",
  "atis-latch",
  "attribution-snapshot",
  "bridge-session",
  "content-replacement",
  "continued-in",
  "data-flow-incomplete",
  "data-flow-records",
  "derived-from",
  "dev-mods",
  "ended-by-model",
  "file-history-delta",
  "file-history-snapshot",
  "fork-context-ref",
  "frame-link",
  "history-suppression",
  "isolation-latch",
  "last-prompt",
  "memory-mode",
  "mode",
  "observer-ref",
  "progress",
  "queue-operation",
  "relocated",
  "repl-mode",
  "resume-head-vouch",
  "session-owner",
  "tag",
  "tools-used",
  "worktree-state",
]);

/** Large lines that are ignored, including their times. */
const bulky = new Set([
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "attribution-snapshot",
  "content-replacement",
  "file-history-snapshot",
]);

export function isBulky(type: string): boolean {
  return bulky.has(type);
}

/** Lines of unknown types are shown unchanged. */
export function collectBookkeeping(
  type: string,
  record: Foreign,
  place: LinePosition,
  facts: FactCollector,
  key: string,
): void {
  switch (type) {
    case "custom-title":
      return facts.name(textOf(record.customTitle) ?? "", 3);
    case "ai-title":
      return facts.name(textOf(record.aiTitle) ?? "", 2);
    case "summary":
      return collectSummary(record, facts);
    case "permission-mode":
      return facts.about({ approvalPolicy: textOf(record.permissionMode) });
    case "cost-state":
      return facts.about({ tokens: tokensOf(record.modelUsage) });
    case "pr-link":
      return collectPullRequest(record, place, facts, key);
  }
  if (!silent.has(type)) facts.item({ kind: "opaque", raw: record }, place, key);
}

/** Claude Code repeats the line: the first one of each pull request counts. */
function collectPullRequest(record: Foreign, place: LinePosition, facts: FactCollector, key: string): void {
  const address = textOf(record.prUrl);
  if (address === null) return facts.item({ kind: "opaque", raw: record }, place, key);
  const number = numberOf(record.prNumber);
  const name = `${textOf(record.prRepository) ?? ""}${number === null ? "" : `#${number}`}` || address;
  facts.attached({ kind: "link", name, address }, place, `pull request ${address}`);
}

/** Old releases wrote titles of other sessions into a new file. */
function collectSummary(record: Foreign, facts: FactCollector): void {
  const leaf = textOf(record.leafUuid);
  if (leaf !== null && facts.tree.has(leaf)) facts.name(textOf(record.summary) ?? "", 1);
}

function tokensOf(usage: unknown): number | null {
  if (!isForeign(usage)) return null;
  const fields = ["inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"];
  const counts = Object.keys(usage).flatMap((model) =>
    fields.map((field) => numberOf(fieldOf(usage, model, field)) ?? 0),
  );
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}
