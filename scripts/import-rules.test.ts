import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  brokenAppendRule,
  brokenImportRules,
  brokenRouteRule,
  brokenRules,
  brokenSpreadRule,
  sourcesIn,
} from "./import-rules.ts";
import { readFacts } from "./source-facts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("every file of this checkout keeps the rules", () => {
  expect(sourcesIn(root)).toContain("packages/model/src/index.ts");
  expect(brokenRules(root)).toEqual([]);
});

function problems(path: string, text: string): string[] {
  return brokenImportRules([readFacts(`packages/${path}`, text)]).map((line) => line.replace(/^\S+ /, ""));
}

describe("packages", () => {
  test.each([
    ["model/src/a.ts", 'import { z } from "zod";'],
    ["core/src/runs/a.ts", 'import type { Session } from "@reprise/model";'],
    ["core/src/runs/a.test.ts", 'import { host } from "@reprise/testkit";'],
    ["cli/src/main.ts", 'import { openLibrary } from "@reprise/core"; await import("@reprise/tui");'],
    ["web/src/server/a.ts", 'import type { Session } from "@reprise/model"; import "hono";'],
    ["web/src/app/a.ts", 'import type { Session } from "@reprise/model"; import "./b.ts";'],
    ["web/src/app/a.ts", 'import { httpLibrary } from "@reprise/web/client";'],
    ["web/src/client/a.ts", 'import { SessionError } from "@reprise/model";'],
    ["web/test/a.test.ts", 'import { httpLibrary } from "@reprise/web/client";'],
    ["testkit/src/a.ts", 'import { readFileSync } from "node:fs"; import "@reprise/core";'],
  ])("%s may say %s", (path, text) => {
    expect(problems(path, text)).toEqual([]);
  });

  test.each([
    ["model/src/a.ts", 'import "@reprise/core";', "model may not import core"],
    ["model/src/a.ts", 'import { join } from "node:path";', "model must run in a browser: no node:path here"],
    ["core/src/runs/a.ts", 'import "@reprise/testkit";', "core may not import testkit"],
    ["core/src/runs/a.ts", 'export * from "reprise";', "core may not import cli"],
    ["testkit/src/a.ts", 'import "../../cli/src/main.ts";', "testkit may not import cli"],
    ["tui/src/a.ts", 'import type { Core } from "@reprise/core";', "tui may not import core"],
    ["web/src/app/a.ts", 'type Core = import("@reprise/core").Core;', "web/app may not import core"],
    ["web/src/app/a.ts", 'import "../server/b.ts";', "web/app may not import web"],
    ["web/src/app/a.ts", 'import "node:path";', "web/app must run in a browser: no node:path here"],
    ["web/src/app/a.ts", 'import "@reprise/web/server";', "web/app may not import web"],
    ["web/src/client/a.ts", 'import "../server/b.ts";', "web/client may not import web"],
    ["web/src/client/a.ts", 'import "@reprise/core";', "web/client may not import core"],
    ["web/src/client/a.ts", 'import "node:path";', "web/client must run in a browser: no node:path here"],
    ["web/src/server/a.ts", 'import "@reprise/web/client";', "web may not import web/client"],
    ["core/src/runs/a.ts", 'import "../../../model/src/a.ts";', "import model by its package name, not by a path"],
    ["new/src/a.ts", 'import "@reprise/core";', "new has no rule yet: add it to MAY_IMPORT"],
  ])("%s may not say %s", (path, text, problem) => {
    expect(problems(path, text)).toEqual([problem]);
  });
});

describe("folders of core", () => {
  test.each([
    ["core/src/journal/a.ts", 'import "../host/b.ts"; import "./c.ts"; import "../agents/d.ts";'],
    ["core/src/library.ts", 'import "./workbench/a.ts"; import "./host/b.ts";'],
    ["core/src/agents/codex/a.ts", 'import "../jsonl.ts"; import "../exec/read.ts"; import "./b.ts";'],
    ["core/src/agents/all.ts", 'import "./codex/a.ts"; import "./claude/a.ts";'],
  ])("%s may say %s", (path, text) => {
    expect(problems(path, text)).toEqual([]);
  });

  test.each([
    [
      "core/src/catalog/a.ts",
      'const b = await import("../runs/b.ts");',
      "core/catalog may not import core/runs, which comes after it",
    ],
    [
      "core/src/journal/a.ts",
      'export type { T } from "../transcript/b.ts";',
      "core/journal may not import core/transcript, which comes after it",
    ],
    ["core/src/host/a.ts", 'import "../library.ts";', "core/host may not import the files that wire core together"],
    ["core/src/agents/codex/a.ts", 'import "../claude/b.ts";', "core/agents/codex may not import core/agents/claude"],
    ["core/src/agents/exec/a.ts", 'import "../codex/b.ts";', "core/agents/exec may not import core/agents/codex"],
    ["core/src/odd/a.ts", 'import "../host/b.ts";', "core/odd has no place yet: add it to CORE_ORDER"],
    ["core/src/runs/a.ts", 'import "../odd/b.ts";', "core/odd has no place yet: add it to CORE_ORDER"],
  ])("%s may not say %s", (path, text, problem) => {
    expect(problems(path, text)).toEqual([problem]);
  });
});

describe("the machine", () => {
  const uses = [
    ['import { readFile } from "node:fs/promises";', "node:fs"],
    ['import type { Stats } from "fs";', "node:fs"],
    ['import { spawn } from "node:child_process";', "node:child_process"],
    ['const sqlite = await import("node:sqlite");', "node:sqlite"],
    ['import { homedir } from "node:os";', "node:os"],
    ['import { env } from "node:process";', "node:process"],
    ["const home = process.env.HOME;", "process.env"],
    ['const home = globalThis.process["env"].HOME;', "process.env"],
    ["const { env } = process;", "process.env"],
    ["const at = Date.now();", "Date.now"],
    ["const clock = Date.now;", "Date.now"],
    ["const at = new Date().toISOString();", "new Date()"],
    ["const at = Date();", "Date()"],
  ] as const;

  test.each(uses)("only core/host may say %s", (text, use) => {
    expect(problems("core/src/journal/a.ts", text)).toEqual([`only core/host touches the machine: no ${use} here`]);
    expect(problems("core/src/library.ts", text)).toHaveLength(1);
    expect(problems("core/src/host/a.ts", text)).toEqual([]);
    expect(problems("core/src/journal/a.test.ts", text)).toEqual([]);
    expect(problems("testkit/src/a.ts", text)).toEqual([]);
  });

  test("core reads JSON of bounded depth only", () => {
    const text = "const value = JSON.parse(line);";
    expect(problems("core/src/journal/a.ts", text)).toEqual(["read JSON with parseJson: it bounds the depth"]);
    expect(problems("core/src/host/a.ts", text)).toHaveLength(1);
    expect(problems("core/src/journal/a.test.ts", text)).toEqual([]);
    expect(problems("testkit/src/a.ts", text)).toEqual([]);
  });

  test("pure use of paths, dates and words in texts is free", () => {
    const text = `
      import { join } from "node:path";
      // process.env and Date.now() in a comment
      const text = "import 'node:fs'; new Date()";
      const day = new Date("2026-01-01");
      const { argv } = options;
      record.now(settings.env);
    `;
    expect(problems("core/src/journal/a.ts", text)).toEqual([]);
  });

  test("a problem names its file and line", () => {
    const facts = readFacts("packages/core/src/runs/a.ts", "\n\nconst at = Date.now();\n");
    expect(brokenImportRules([facts])[0]).toMatch(/^packages\/core\/src\/runs\/a\.ts:3 /);
  });
});

test("a spread object literal is caught, in an object and in an element; other spreads are free", () => {
  const found = (name: string, text: string) => brokenSpreadRule([readFacts(`packages/web/src/app/${name}`, text)]);
  expect(found("a.ts", "\nconst a = { b, ...{ c, d } };")).toEqual([
    "packages/web/src/app/a.ts:2 spreads an object literal: write its fields out",
  ]);
  expect(found("a.tsx", "const a = <B {...{ c }} />;")).toHaveLength(1);
  expect(found("a.tsx", "const a = [<B {...c} />, { ...d, ...(e ? { f } : {}) }, g({ h })];")).toEqual([]);
});

test("appending to a file is caught outside of core/log", () => {
  const appends = [
    'import { AppendFile } from "../host/files/append-file.ts";',
    'import { appendFileSync } from "node:fs";',
    "open(path, constants.O_APPEND);",
  ];
  for (const text of appends) {
    expect(brokenAppendRule("packages/core/src/runs/a.ts", text)).toHaveLength(1);
    expect(brokenAppendRule("packages/web/src/server/a.ts", text)).toHaveLength(1);
    for (const path of ["core/src/log/log.ts", "core/src/runs/a.test.ts", "cli/src/export/write-stream.ts"])
      expect(brokenAppendRule(`packages/${path}`, text)).toEqual([]);
  }
  expect(brokenAppendRule("packages/core/src/runs/a.ts", 'import { Log } from "../log/log.ts";')).toEqual([]);
});

describe("routes", () => {
  const broken = (path: string, text: string) => brokenRouteRule([readFacts(`packages/web/src/server/${path}`, text)]);

  test.each([
    'app.get("/a", answer);',
    'shared.app.post("/a", answer);',
    'app.on("get", "/a", answer);',
    'app["patch"]("/a");',
  ])("are served by the mount only: %s", (text) => {
    expect(broken("routes/a.ts", text)).toEqual([
      "packages/web/src/server/routes/a.ts:1 serves a route by itself: put it into model/routes and mount it",
    ]);
    expect(broken("mount.ts", text)).toEqual([]);
  });

  test("guards and maps are no routes", () => {
    expect(broken("guards/a.ts", 'app.use(check); known.get("a"); app.request("/a");')).toEqual([]);
  });
});
