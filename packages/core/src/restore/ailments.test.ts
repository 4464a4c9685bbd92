import type { Ailment } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { AilmentScan } from "../agents/ailments/ailment-scan.ts";
import type { RolloutRef } from "../agents/reading/source.ts";
import { findAilments } from "./ailments.ts";

const rolloutOf = (path: string) => ({ agent: "codex", path }) as RolloutRef;

function finding(count: number): AilmentScan {
  return {
    agent: "codex",
    async *scan({ path }) {
      for (let line = 1; line <= count; line += 1)
        yield {
          kind: "nul",
          onResume: "sent",
          file: path,
          line,
          byteOffset: line * 10,
          detail: "A NUL.",
        } satisfies Ailment;
    },
  };
}

describe("findAilments", () => {
  const host = memoryHost({});

  it("lists two hundred, and says how many more there are", async () => {
    const found = await findAilments([rolloutOf("/a"), rolloutOf("/b")], () => finding(150), host);
    expect(found).toHaveLength(201);
    expect(found.at(-2)).toMatchObject({ file: "/b", line: 50 });
    expect(found.at(-1)).toMatchObject({ file: "/b", line: 150, detail: expect.stringMatching(/^100 more/) });
  });

  it("tells what two rollouts share once, and nothing of an agent that nobody can look at", async () => {
    const rollouts = [rolloutOf("/a"), rolloutOf("/a"), { agent: "gemini", path: "/c" } as RolloutRef];
    expect(await findAilments(rollouts, (agent) => (agent === "codex" ? finding(3) : undefined), host)).toHaveLength(3);
  });
});
