import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { afterAll, expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { documentsOf, staleness } from "./documents.ts";

const root = mkdtempSync(join(tmpdir(), "documents-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a file that cannot be read is a problem of its document, and of nothing else", () => {
  writeFileSync(join(root, "closed"), "before\n");
  writeFileSync(join(root, "open"), "before\n");
  const host = nodeHost();
  const denied = {
    ...host,
    files: {
      ...host.files,
      open: (path: string) => {
        if (path.endsWith("closed")) throw new SessionError("unreadable", "closed: permission denied");
        return host.files.open(path);
      },
    },
  };
  const place = { root, stateFolder: join(root, "state"), host: denied };
  const change = { change: "update", diff: "@@ -1 +1 @@\n-before\n+after\n" } as const;
  const [closed, open] = documentsOf(
    [
      { path: "closed", ...change },
      { path: "open", ...change },
    ],
    "proposed",
    place,
  );
  expect(closed).toMatchObject({ path: "closed", problem: "closed: permission denied", modified: null });
  expect(open).toMatchObject({ path: "open", problem: null, modified: "after\n" });
  expect(closed && staleness(closed, place)).toBe("closed: permission denied");
});
