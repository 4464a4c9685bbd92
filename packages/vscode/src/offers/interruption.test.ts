import { isCutOff, sessionStates } from "@reprise/model";
import { expect, it } from "vitest";
import { interruptionsIn } from "./interruption.ts";
import { newInterruptions } from "./new-interruptions.ts";

const row = {
  session: "codex:1",
  run: "r1",
  agent: "codex",
  thread: "1",
  title: "fix the parser",
  workspace: "/p",
  state: "interrupted",
  owner: null,
  updatedAt: "2026-11-17T10:00:00.000Z",
  doing: null,
  unfinished: [],
  stillRunning: [],
  drift: [],
  parkedUntil: null,
  pendingCount: 0,
  project: null,
  unsentPrompt: null,
  isDismissed: false,
};
const found = (...rows: object[]) => interruptionsIn(JSON.stringify({ sessions: rows }));

it("sessions that were cut off are offered; held, ended and dismissed ones and rounds of projects are not", () => {
  const others = [
    ...sessionStates.filter((state) => !isCutOff(state)).map((state) => ({ state })),
    ...[{ isDismissed: true }, { session: null }, { project: "/p/.reprise/projects/1" }],
  ].map((change) => ({ ...row, session: "codex:2", ...change }));
  expect(found(...others, row)).toEqual([
    {
      session: "codex:1",
      key: "codex:1 r1 2026-11-17T10:00:00.000Z",
      agent: "codex",
      title: "fix the parser",
    },
  ]);
});

it("an interruption is offered once, the next one of the same session again", async () => {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  expect(await newInterruptions(found(row), memory)).toHaveLength(1);
  expect(await newInterruptions(found(row), memory)).toHaveLength(0);
  const later = found({ ...row, updatedAt: "2026-11-17T11:00:00.000Z" }, { ...row, session: "codex:3" });
  expect(await newInterruptions(later, memory)).toEqual(later);
});
