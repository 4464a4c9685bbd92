import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { afterAll, expect, test } from "vitest";
import { SandboxError } from "../sandbox.ts";
import { ContainerClient } from "./container-client.ts";
import { putFiles } from "./container-files.ts";

const folder = mkdtempSync(join(tmpdir(), "container-files-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file whose bytes fail is refused although the client accepts the archive that ends early", async () => {
  const client = join(folder, "podman");
  writeFileSync(client, "#!/bin/sh\ntrap '' TERM\ncat > /dev/null\nexit 0\n");
  chmodSync(client, 0o755);
  const place = {
    client: new ContainerClient("podman", nodeHost({ PATH: `${folder}:${process.env.PATH}` }), []),
    container: "any",
    root: "/any",
    owner: { uid: 0, gid: 0 },
  };
  const bytes = async function* () {
    yield Buffer.from("half");
    throw new Error("the source failed");
  };
  const failing = { path: "a", sizeBytes: 10, isExecutable: false, bytes };
  const put = putFiles(place, [failing]);
  await expect(put).rejects.toThrow(SandboxError);
  await expect(put).rejects.toThrow("the source failed");
});
