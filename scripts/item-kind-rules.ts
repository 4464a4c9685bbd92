import { itemKinds } from "@reprise/model/schema";

const CASES = new RegExp(`\\bcase "(${itemKinds.join("|")})":`, "g");

/** Where items are read, presented, and become a view of a run. */
const FREE =
  /^packages\/(?:model\/src\/(?:present|run-view|schema)|core\/src\/(?:agents|transcript)|testkit)\/|\/test\/|\.test\.tsx?$/;

/** Files that decide by the kind, and draw nothing. */
const REASONS: Readonly<Record<string, string>> = {
  "packages/core/src/catalog/text/touched.ts": "which texts of an item may name a file",
  "packages/core/src/restore/replay/by-inject.ts": "which items a log has if a history was injected",
  "packages/core/src/workbench/session/history-changes.ts": "which fields of an item the workbench's file has",
  "packages/core/src/runner/status-rows.ts": "what an agent is doing, by its last item",
};

/** `model/present` knows what an item looks like: with a second switch, a new kind is shown on one face and lost on another. */
export function brokenItemKindRule(path: string, text: string): string[] {
  if (FREE.test(path) || path in REASONS) return [];
  const isTable = /\bRecord<(?:ItemKind|Item(?:Body)?\["kind"\])/.test(text);
  if (
    !isTable &&
    !text
      .split(/\bswitch \(/)
      .slice(1)
      .some(isOverKinds)
  )
    return [];
  return [`${path} switches over the kinds of items: paint what model/present says`];
}

/** `text`: what follows `switch (`. */
function isOverKinds(text: string): boolean {
  if (!/^[^)]*\bkind\)/.test(text)) return false;
  return new Set([...text.matchAll(CASES)].map(([, kind]) => kind)).size > 1;
}
