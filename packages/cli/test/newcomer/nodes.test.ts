import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Exit, spawnAgent, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LiveStage } from "../live-stage.ts";
import { FreshPrefix, packProgram } from "./fresh-prefix.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const nodeOf = (major: number) => join(root, `tools/nodes/node_modules/node-${major}/bin/node`);

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("nodes");
});
afterEach(() => stage.close());

/** A machine with this Node, and the program installed there with one line. */
class Installed {
  readonly prefix: FreshPrefix;
  readonly tarball: string;
  readonly #env: Record<string, string>;

  constructor(major: number) {
    this.prefix = new FreshPrefix(stage.folder("prefix"), nodeOf(major));
    this.tarball = packProgram(stage.folder("packed"));
    this.prefix.install(this.tarball);
    const { REPRISE_CODEX_BIN: _, ...env } = stage.env;
    this.#env = { ...env, PATH: this.prefix.path };
  }

  start(command: string, args: readonly string[], cwd = stage.folder("work"), env = {}) {
    return spawnAgent({ command, leadingArgs: [], args, cwd, env: { ...this.#env, ...env } });
  }

  async run(
    command: string,
    args: readonly string[],
    cwd?: string,
    env = {},
  ): Promise<Exit & { text: string; stderr: string }> {
    const started = this.start(command, args, cwd, env);
    const exit = await started.exited;
    return { ...exit, text: started.lines.join("\n"), stderr: started.stderr() };
  }

  /** What it prints, of a command that succeeds. */
  async reprise(...args: string[]): Promise<string> {
    const { code, text, stderr } = await this.run(this.prefix.program, args);
    expect(code, `reprise ${args.join(" ")}: ${stderr}`).toBe(0);
    return text;
  }

  /** The first line of `open`, and what is served there. */
  async page(): Promise<string> {
    const open = this.start(this.prefix.program, ["open", "--json", "--no-browser", "--port", "0"]);
    await until(() => open.lines.length > 0, { what: "the link of the page", timeoutMs: 30_000 });
    const { url } = JSON.parse(open.lines[0] ?? "") as { url: string };
    const { headers } = await fetch(url, { redirect: "manual" });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await (await fetch(new URL("/", url), { headers: { cookie } })).text();
    open.kill("SIGTERM");
    await open.exited;
    return page;
  }
}

// Of these, `npm test` has the Node that it runs on (scripts/pack.test.ts).
describe.runIf(process.env.REPRISE_WHOLE === "1")("installed with one line", () => {
  test.each([22, 24, 26])("on Node %s every kind of command works", { timeout: 300_000 }, async (major) => {
    const installed = new Installed(major);
    expect((await installed.run(nodeOf(major), ["-p", "process.versions.node"])).text).toMatch(`${major}.`);
    expect(await installed.reprise("--version")).toBe(version);
    expect(await installed.reprise("demo")).toContain("Checking server connection… Done");

    stage.model.push([{ text: "Hello to you." }]);
    expect(await installed.reprise("run", "say hello")).toContain("Hello to you.");
    const { sessions } = JSON.parse(await installed.reprise("list", "--all", "--json"));
    expect(sessions).toMatchObject([{ title: "say hello", state: "completed" }]);
    expect(await installed.reprise("search", "--all", "hello")).toContain("say hello");
    expect(await installed.page()).toMatch(/<script type="module"[^>]* src="\.\/assets\/[\w.-]+\.js">/);

    for (const shell of ["bash", "zsh", "fish"])
      expect(await installed.reprise("completion", shell)).toContain("reprise __complete");
    const manual = await installed.run("man", ["reprise"], undefined, { MANPAGER: "cat" });
    expect(manual.text, manual.stderr).toContain("REPRISE(1)");
  });

  test.each([22, 24, 26])("npx runs it on Node %s, from the file alone", { timeout: 120_000 }, async (major) => {
    const installed = new Installed(major);
    const npx = async (...args: string[]) => {
      const env = {
        npm_config_cache: installed.prefix.npm("config", "get", "cache").trim(),
        npm_config_offline: "true",
      };
      const words = ["--yes", "--package", installed.tarball, "--", "reprise", ...args];
      const { code, text, stderr } = await installed.run("npx", words, stage.folder("npx"), env);
      expect(code, stderr).toBe(0);
      return text;
    };
    expect(await npx("--version")).toBe(version);
    expect(await npx("demo")).toContain("Checking server connection… Done");
  });

  test("on Node 20 one sentence says what to install", { timeout: 120_000 }, async () => {
    const installed = new Installed(20);
    for (const args of [[], ["list"], ["--version"], ["demo"]]) {
      const { code, text, stderr } = await installed.run(installed.prefix.program, args);
      expect([code, text], args.join(" ")).toEqual([1, ""]);
      expect(stderr).toMatch(/^reprise: Node 20\.20\.2 is too old\. Install Node 24 or later .*\n$/);
    }
  });
});
