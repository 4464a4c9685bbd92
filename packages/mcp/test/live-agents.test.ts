import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  claude,
  codex,
  compareTrees,
  gemini,
  hashTree,
  locateBinary,
  type Machine,
  type ModelInput,
  modelInputs,
  opencode,
  quickToStart,
  startMachine,
  type TestAgent,
  type ToolCall,
} from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../fixtures", import.meta.url));
const run = promisify(execFile);

interface Case {
  readonly agent: TestAgent;
  /** Its heading in docs/mcp.md. */
  readonly heading: string;
  /** Its file that names the servers, below HOME. */
  readonly file: string;
  /** Why its model cannot ask for resources; null if it has the tools for it. */
  readonly noResources: string | null;
  /** How the model of this agent calls a tool of the server. */
  call(tool: string, args: object): ToolCall;
}

const cases: readonly Case[] = [
  {
    agent: codex,
    heading: "Codex",
    file: ".codex/config.toml",
    noResources: null,
    call: (name, args) => ({ namespace: "mcp__reprise", name, arguments: args }),
  },
  {
    agent: claude,
    heading: "Claude Code",
    file: ".claude.json",
    noResources: "Claude Code gives its model no tool for them",
    call: (name, args) => ({ name: `mcp__reprise__${name}`, arguments: args }),
  },
  {
    agent: gemini,
    heading: "Gemini CLI",
    file: ".gemini/settings.json",
    noResources: null,
    call: (name, args) => ({ name: `mcp_reprise_${name}`, arguments: args }),
  },
  {
    agent: opencode,
    heading: "OpenCode",
    file: ".config/opencode/opencode.json",
    noResources: null,
    call: (name, args) => ({ name: `reprise_${name}`, arguments: args }),
  },
];

/** The blocks of code of a section, in order. */
function guide(heading: string): string[] {
  const text = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code]) => code ?? "");
}

describe.each(quickToStart(cases))(
  "the real $agent.name with reprise mcp",
  ({ agent, heading, file, noResources, call }) => {
    let machine: Machine;
    let earlier = "";
    beforeAll(async () => {
      machine = await startMachine("mcp-live", agent);
      const programs = join(machine.scratch.root, "programs");
      mkdirSync(programs);
      symlinkSync(reprise, join(programs, "reprise"));
      for (const env of [machine.env, machine.home.env]) env.PATH = `${programs}:${env.PATH}`;
      const other = agent === claude ? codex : claude;
      const [recording, home] = other === claude ? ["claude/basic", ".claude"] : ["codex/complete-two-turns", ".codex"];
      cpSync(join(fixtures, recording), join(machine.scratch.home, home), { recursive: true });
      machine.model.push([{ text: "The basket is full of lemons." }]);
      const turn = machine.home.spawnTurn({ prompt: "what is in it", cwd: machine.scratch.workspace });
      expect(await turn.exited).toMatchObject({ code: 0 });
      earlier = `${agent.name}:${agent.sessionId(turn)}`;
      await addServer();
    });
    afterAll(() => machine.close());

    test("its own command writes what docs/mcp.md shows", () => {
      const [, written = ""] = guide(heading);
      const text = readFileSync(join(machine.scratch.home, file), "utf8");
      if (file.endsWith(".toml")) expect(text).toContain(written.trim());
      else expect(JSON.parse(text)).toMatchObject(JSON.parse(written));
    });

    test("its model gets the sessions that the tools return", async () => {
      const { model, scratch, home } = machine;
      const before = await hashTree(join(scratch.home, agent === claude ? ".codex" : ".claude/projects"));
      model.push(
        [{ call: call("list_sessions", {}) }],
        [{ call: call("list_sessions", { scope: "all" }) }],
        [{ call: call("read_session", { id: earlier, last: 1 }) }],
        [{ call: call("search_sessions", { text: "lemons" }) }],
        [{ call: call("handoff_brief", { id: earlier, tokens: 600 }) }],
        [{ call: call("read_session", { id: "no-such-session" }) }],
        [{ text: "Lemons, then." }],
      );
      // Nothing else is allowed: the tools need no wider permission.
      const turn = home.spawnTurn({ prompt: "look at the past", cwd: scratch.workspace });
      expect(await turn.exited, turn.stderr()).toMatchObject({ code: 0 });
      const [here, all, read, found, brief, none] = outputs();
      expect(here).toContain(earlier);
      expect(here).not.toContain("/srv/proj-a");
      expect(all).toContain(earlier);
      expect(all).toContain(agent === claude ? "codex:01a1e0ba" : "claude:29458b7b");
      expect(read).toContain("what is in it");
      expect(read).toContain("The basket is full of lemons.");
      expect(found).toContain("full of lemons");
      expect(brief).toContain("lemons");
      expect(none).toContain("no-such-session");
      const after = await hashTree(join(scratch.home, agent === claude ? ".codex" : ".claude/projects"));
      expect(compareTrees(before, after)).toEqual([]);
      expect(model.waitingCount()).toBe(0);
    });

    const missing = noResources === null ? "" : ` (skipped: ${noResources})`;
    test.skipIf(noResources !== null)(`its model gets sessions as resources${missing}`, async () => {
      const { model, scratch, home } = machine;
      const server = "reprise";
      const uri = `reprise://session/${earlier}`;
      model.push(
        [{ call: { name: "list_mcp_resources", arguments: { server } } }],
        [{ call: { name: "read_mcp_resource", arguments: { server, uri } } }],
        [{ text: "Lemons again." }],
      );
      const turn = home.spawnTurn({ prompt: "look at resources", cwd: scratch.workspace });
      expect(await turn.exited, turn.stderr()).toMatchObject({ code: 0 });
      const [listed, read] = outputs();
      expect(listed).toContain(uri);
      expect(read).toContain("The basket is full of lemons.");
    });

    /** By the command of the guide, and the permissions that it shows, if any. */
    async function addServer(): Promise<void> {
      const { scratch, env } = machine;
      const [add = "", , permissions] = guide(heading);
      const { command, leadingArgs } = locateBinary(agent.name);
      const words = add.trim().split(" ").slice(1);
      await run(command, [...leadingArgs, ...words], { cwd: scratch.workspace, env });
      if (permissions !== undefined) writeFileSync(join(scratch.home, ".claude", "settings.json"), permissions);
    }

    /** What the agent sent back to the model, call by call. */
    function outputs(): string[] {
      const last = machine.model.requests.filter(({ number }) => number !== null).at(-1);
      if (!last) throw new Error("The model was not asked.");
      return modelInputs(last)
        .filter((input): input is ModelInput & { kind: "output" } => input.kind === "output")
        .map(({ text }) => text);
    }
  },
);
