import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../host/host.ts";
import { existingHomes } from "../../reading/source.ts";
import { databasesIn, opencodeHomes } from "./locations.ts";

const files = {
  "/home/dev/.local/share/opencode/opencode.db": "",
  "/home/dev/.local/share/opencode/opencode.db-wal": "",
  "/home/dev/.local/share/opencode/opencode-dev.db": "",
  "/home/dev/.local/share/opencode/other.db": "",
  "/data/opencode/log/x": "",
  "/else/mine.db": "",
};

const there = (homes: (host: Host) => readonly string[], host: Host) => existingHomes(homes(host), host);

describe("the homes of OpenCode", () => {
  it("are its folder for the person's files, and that of a database that is named", () => {
    expect(there(opencodeHomes, memoryHost(files))).toEqual(["/home/dev/.local/share/opencode"]);
    expect(there(opencodeHomes, memoryHost(files, { XDG_DATA_HOME: "/data" }))).toEqual(["/data/opencode"]);
    expect(there(opencodeHomes, memoryHost(files, { OPENCODE_DB: "/else/mine.db" }))).toEqual([
      "/home/dev/.local/share/opencode",
      "/else",
    ]);
    expect(there(opencodeHomes, memoryHost(files, { OPENCODE_DB: ":memory:" }))).toEqual([
      "/home/dev/.local/share/opencode",
    ]);
    expect(there(opencodeHomes, memoryHost({}))).toEqual([]);
  });

  it("hold a database for each channel, and the one that is named", () => {
    const home = "/home/dev/.local/share/opencode";
    expect(databasesIn(home, memoryHost(files))).toEqual([`${home}/opencode-dev.db`, `${home}/opencode.db`]);
    expect(databasesIn(home, memoryHost(files, { OPENCODE_DB: "other.db" }))).toContain(`${home}/other.db`);
    expect(databasesIn("/else", memoryHost(files, { OPENCODE_DB: "/else/mine.db" }))).toEqual(["/else/mine.db"]);
    expect(databasesIn("/else", memoryHost(files))).toEqual([]);
  });
});
