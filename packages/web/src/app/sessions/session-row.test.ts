import { asThreadId, type RestorePlan, type SessionId, sessionIdOf } from "@reprise/model";
import { h } from "preact";
import { expect, test } from "vitest";
import { summaryOf } from "../test/page-walk.ts";
import { draw, useSmallDocument } from "../test/small-document.ts";
import { RowView } from "./session-row.tsx";

useSmallDocument();

const session = summaryOf({ session: sessionIdOf("codex", asThreadId("a")) } as RestorePlan);

function rowOf(more: Partial<typeof session>): string {
  const row = { kind: "session", key: "k", session: { ...session, ...more } } as const;
  const drawn = draw(h(RowView, { row, marker: () => [], homeFolder: "/home/me", onMenu: () => undefined }));
  const text = drawn.root.textContent.replace(/\s+/g, " ");
  drawn.leave();
  return text;
}

test("a row has title, state, agent, folder, and how many messages and tool calls", () => {
  const text = rowOf({ workspace: "/home/me/shop" });
  for (const words of ["Fix it", "interrupted", "codex", "~/shop", "8 msgs/12 tools"]) expect(text).toContain(words);
});

test("what a session came from tells it from the one with the same title", () => {
  const lineage = (kind: "fork" | "replay" | "handoff") => ({ kind, session: "codex:b" as SessionId, turn: null });
  expect(rowOf({})).not.toContain("codex:b");
  expect(rowOf({ lineage: lineage("fork") })).toContain("fork of codex:b : Fix it");
  expect(rowOf({ lineage: lineage("handoff") })).toContain("started from a brief of codex:b : Fix it");
});
