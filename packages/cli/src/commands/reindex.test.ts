import { reindexedSchema } from "@reprise/model/schema";
import { expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { session } from "../../test/support/sessions.ts";

test("reindex says what it indexed", async () => {
  const ran = await run("reindex", { contents: { sessions: [session("a")] } });
  expect(ran).toMatchObject({ code: 0, stdout: "Indexed 1 session (4.1 kB).\n" });
});

test("reindex --json has every field of the contract and no other", async () => {
  const ran = await run("reindex --json", { contents: { sessions: [session("a")] } });
  expect(reindexedSchema.parse(JSON.parse(ran.stdout))).toEqual({ sessionCount: 1, sizeBytes: 4096 });
});
