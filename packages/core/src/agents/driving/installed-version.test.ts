import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installedVersion, knownVersion, rememberVersion } from "./installed-version.ts";
import type { ReleaseTable } from "./releases.ts";

const table: ReleaseTable = { title: "Agent", packages: /^@a\/agent(?:-|$)/, update: "npm i", rows: [] };
let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "installed-"));
  env = { HOME: folder, REPRISE_CACHE: join(folder, "cache"), PATH: process.env.PATH ?? "" };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A script that prints its release and records each start. */
function script(path: string, version: string, more = ""): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "$@" >> ${join(folder, "starts")}\n${more}\necho "agent ${version}"\n`);
  chmodSync(path, 0o755);
  return path;
}
const starts = () => {
  try {
    return readFileSync(join(folder, "starts"), "utf8").trim().split("\n");
  } catch {
    return [];
  }
};

describe("the release of a program", () => {
  test("is that of its npm package, also behind a link; nothing is started", async () => {
    const program = script(join(folder, "lib/node_modules/@a/agent/bin/agent.js"), "9.9.9");
    writeFileSync(join(program, "../../../package.json"), '{"name":"@a/agent","version":"0.120.0-linux-x64"}');
    writeFileSync(join(program, "../package.json"), '{"type":"module"}');
    const link = join(folder, "agent");
    symlinkSync(program, link);
    expect(knownVersion(link, table, env)).toBe("0.120.0");
    expect(await installedVersion(link, table, { env })).toBe("0.120.0");
    expect(starts()).toEqual([]);
  });

  test("is not that of a package of another name", () => {
    const program = script(join(folder, "project/bin/agent"), "1.0.0");
    writeFileSync(join(folder, "project/package.json"), '{"name":"project","version":"7.0.0"}');
    expect(knownVersion(program, table, env)).toBeNull();
  });

  test("is the name of its file, where that is a release", async () => {
    const program = script(join(folder, "versions/2.1.325"), "0.0.0");
    symlinkSync(program, join(folder, "agent"));
    expect(await installedVersion(join(folder, "agent"), table, { env })).toBe("2.1.325");
    expect(starts()).toEqual([]);
  });

  test("is asked of a script each time, since it may start another one tomorrow", async () => {
    const program = script(join(folder, "agent"), "1.2.3");
    expect(knownVersion(program, table, env)).toBeNull();
    expect(await installedVersion(program, table, { env })).toBe("1.2.3");
    script(program, "1.2.4");
    expect(await installedVersion(program, table, { env })).toBe("1.2.4");
    expect(starts()).toEqual(["--version", "--version"]);
    // A plan starts nothing and uses the last reported version.
    expect(knownVersion(program, table, env)).toBe("1.2.4");
  });

  test("is remembered of a binary until its file changes", async () => {
    const program = join(folder, "agent");
    writeFileSync(program, "\x7fELF not a script", { mode: 0o755 });
    rememberVersion(program, "1.2.3", env);
    expect(await installedVersion(program, table, { env })).toBe("1.2.3");
    utimesSync(program, 1, 1);
    expect(knownVersion(program, table, env)).toBeNull();
  });

  test.each(["exit 3", "exec 1>&2"])("is unknown of one that does not say it (%s)", async (more) => {
    const program = script(join(folder, "agent"), "1.2.3", more);
    expect(await installedVersion(program, table, { env })).toBeNull();
  });

  test("is unknown of one that cannot be started", async () => {
    expect(await installedVersion(join(folder, "none"), table, { env })).toBeNull();
  });

  test.each(["", "{", "[]", '{"v":2,"programs":{}}', '{"v":1,"programs":[]}'])(
    "is asked again where the memory is damaged (%j)",
    async (memory) => {
      const program = script(join(folder, "agent"), "1.2.3");
      mkdirSync(join(folder, "cache"));
      writeFileSync(join(folder, "cache/releases.json"), memory);
      expect(knownVersion(program, table, env)).toBeNull();
      expect(await installedVersion(program, table, { env })).toBe("1.2.3");
      expect(knownVersion(program, table, env)).toBe("1.2.3");
    },
  );

  test("a cache that takes nothing stops nobody", async () => {
    const program = script(join(folder, "agent"), "1.2.3");
    writeFileSync(join(folder, "file"), "");
    const closed = { ...env, REPRISE_CACHE: join(folder, "file/cache") };
    expect(await installedVersion(program, table, { env: closed })).toBe("1.2.3");
  });
});
