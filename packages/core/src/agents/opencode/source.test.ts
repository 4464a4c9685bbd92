import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSource, expectGolden, makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, describe, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { opencodeSource } from "./source.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/opencode/", import.meta.url));

describeSource("opencode", opencodeSource, {
  cases: [
    { name: "a database", home: join(fixtures, "recorded"), rollouts: Array(9).fill("opencode.db") },
    { name: "what came with prompts", home: join(fixtures, "given"), rollouts: ["opencode.db"] },
    {
      name: "files, as before the database",
      home: join(fixtures, "json-store"),
      rollouts: [
        "storage/session/global/ses_e1ed8a6c8ffeAP1fKNWEUDuH5i.json",
        "storage/session/global/ses_e1ed7e6d9ffefDiCTtxKm3XJNP.json",
        "project/srv-proj-a/storage/session/info/ses_e1ed84564ffeA7B8GR2RWILDHP.json",
      ],
    },
  ],
  environment: (home) => ({ OPENCODE_DB: join(home, "opencode.db") }),
  skips: {
    opensNothing: "sessions are rows of a database, which only a look into it can find",
    lines: "a session has no lines and no bytes of its own",
  },
});

describe("opencode transcripts", () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch("opencode-golden");
  });
  afterAll(() => scratch.remove());

  const scenarios = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.for(scenarios.map(({ name }) => name))("%s reads as recorded beside it", async (name) => {
    const home = join(fixtures, name);
    const host = nodeHost({ HOME: scratch.home, XDG_DATA_HOME: dirname(home) });
    await expectGolden(join(home, "golden.json"), opencodeSource, home, host);
  });
});
