import { expect, test } from "vitest";
import { syncFolder } from "./files/sync-folder.ts";
import { settingsFileOf, xdgFolder } from "./own-folders.ts";
import { findProgram, placesOf, withAbsolutePath } from "./processes/find-program.ts";
import { pidOnlyProcesses } from "./processes/pid-only-processes.ts";

test("on Windows a program is an .exe or .com on the Path; relative folders, which could be the workspace, are left out", () => {
  const env = { Path: "C:\\Tools;.;bin;D:\\More Tools" };
  expect(placesOf("codex", env, "win32")).toEqual([
    "C:\\Tools\\codex.exe",
    "C:\\Tools\\codex.com",
    "D:\\More Tools\\codex.exe",
    "D:\\More Tools\\codex.com",
  ]);
  expect(withAbsolutePath(env, "win32")).toEqual({ Path: "C:\\Tools;D:\\More Tools" });
  expect(placesOf("codex", {}, "win32")).toEqual([]);
});

test("on macOS and Linux it has its own name on the PATH, which has a default", () => {
  expect(placesOf("codex", { PATH: "/opt/bin:.::/home/ann/bin" }, "darwin")).toEqual([
    "/opt/bin/codex",
    "/home/ann/bin/codex",
  ]);
  expect(placesOf("codex", {}, "linux")).toEqual(["/usr/bin/codex", "/bin/codex"]);
  expect(findProgram("", {})).toBe(null);
});

test("a folder is flushed where the system can", () => {
  expect(() => syncFolder("/no/such/folder", "linux")).toThrow("ENOENT");
  expect(() => syncFolder("/no/such/folder", "darwin")).toThrow("ENOENT");
  syncFolder("/no/such/folder", "win32");
});

test("the cache is below LOCALAPPDATA on Windows; settings and state are in the home folder everywhere", () => {
  const place = (platform: NodeJS.Platform) => ({ env: { LOCALAPPDATA: "/local" }, homeFolder: "/home/ann", platform });
  expect(xdgFolder("CACHE", place("win32"))).toBe("/local");
  expect(xdgFolder("CACHE", place("darwin"))).toBe("/home/ann/.cache");
  for (const platform of ["linux", "darwin", "win32"] as const) {
    expect(settingsFileOf(place(platform))).toBe("/home/ann/.config/reprise/config.toml");
    expect(xdgFolder("STATE", place(platform))).toBe("/home/ann/.local/state");
  }
});

test("where there is no table of processes a pid alone decides, and nothing is known about who holds what", () => {
  expect(pidOnlyProcesses.isAlive(process.pid, "another start")).toBe(true);
  expect(pidOnlyProcesses.isAlive(2 ** 30, null)).toBe(false);
  expect(pidOnlyProcesses.startOf(process.pid)).toBe(null);
  expect(pidOnlyProcesses.describe(process.pid)).toEqual({ pid: process.pid, program: "unknown", terminal: null });
  // Null is not known; an empty answer would say that nobody has it open.
  expect([pidOnlyProcesses.lockHolders(["a.lock"]), pidOnlyProcesses.running()]).toEqual([null, null]);
  expect(pidOnlyProcesses.marked("REPRISE_RUN")).toBe(null);
});
