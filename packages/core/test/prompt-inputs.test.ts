import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { followed, type PromptInput, type RestoreEvent, usualWish } from "@reprise/model";
import {
  carefulConsent,
  claude,
  codex,
  gemini,
  type Machine,
  opencode,
  quickToStart,
  startMachine,
  type TestAgent,
} from "@reprise/testkit";
import { expect, test } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { openFileLibrary } from "../src/library.ts";
import { openRunner } from "../src/runner.ts";
import { noisePng } from "./ailing/png.ts";

const instructions = `Always answer in verse, says the "fox".\n- and briefly`;
const consent = { ...carefulConsent, drift: "accept" as const };
const image = noisePng(2, 2);

/** Names that a command line, a glob or a mention could take for something else. */
const imageName = "-a 'red' @dot, $1.png";
const fileName = "-notes (May) #1;.txt";

test.each(quickToStart([codex, claude, gemini, opencode].map((agent) => ({ agent }))))(
  "$agent.name sends an image, a file and instructions to the model, and its session shows them",
  async ({ agent }) => {
    const machine = await startMachine("inputs", agent);
    const { workspace } = machine.scratch;
    try {
      const [imagePath, filePath] = [join(workspace, imageName), join(workspace, fileName)];
      writeFileSync(imagePath, Buffer.from(image, "base64"));
      writeFileSync(filePath, "The heron flies at dawn.\n");
      const inputs: PromptInput[] = [
        { kind: "image", path: imagePath },
        // Codex takes none.
        ...(agent === codex ? [] : [{ kind: "file", path: filePath } as const]),
      ];
      const events = await run(machine, agent, inputs);
      expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      expect(events.find(({ type }) => type === "prompt-sent")).toMatchObject({ inputs });
      expect(events.filter(({ type }) => type === "notice" && agent === gemini)).toEqual([]);
      const asked = lastRequest(machine);
      expect(asked).toContain(image);
      if (agent !== codex) expect(asked).toContain("The heron flies at dawn.");
      expect(asked).toContain(JSON.stringify('-what "is" this?\n/here').slice(1, -1));
      expect(asked).toContain(JSON.stringify(instructions).slice(1, -1));
      const { id, attached } = await attachments(machine);
      for (const { path } of inputs)
        expect(attached.some((name) => path.endsWith(name.replace("[Image #1] ", "")))).toBe(true);
      // The one has them in its history, the other by the same option as before.
      if (agent === gemini || agent === opencode) return;
      await resume(machine, id);
      expect(lastRequest(machine)).toContain(JSON.stringify(instructions).slice(1, -1));
      if (agent === codex) expect(resumedWith(machine)).toContain("says the");
    } finally {
      await machine.close();
    }
  },
);

test("Gemini CLI gets a copy of a file that is elsewhere, and what it left out is told", async () => {
  const machine = await startMachine("inputs", gemini);
  const { workspace, root } = machine.scratch;
  try {
    const [outside, pattern, ignored] = [join(root, "a.txt"), join(workspace, "[1].txt"), join(workspace, "b.log")];
    for (const path of [outside, pattern, ignored]) writeFileSync(path, "The heron flies at dawn.\n");
    writeFileSync(join(workspace, ".geminiignore"), "*.log\n");
    const end = (await run(machine, gemini, [{ kind: "file", path: pattern }])).at(-1);
    expect(end).toMatchObject({ failure: { message: expect.stringContaining(pattern) } });
    expect(machine.model.requests).toEqual([]);
    const both = [outside, ignored].map((path) => ({ kind: "file", path }) as const);
    const events = await run(machine, gemini, both);
    expect(lastRequest(machine)).toContain("The heron flies at dawn.");
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([expect.stringContaining(`may not have sent ${ignored}`)]);
  } finally {
    await machine.close();
  }
});

test("what cannot be sent is refused by name, before an agent is started", async () => {
  const machine = await startMachine("inputs", claude);
  const { workspace } = machine.scratch;
  const at = (name: string) => join(workspace, name);
  const write = (name: string, content: string | Buffer) => writeFileSync(at(name), content);
  try {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    write("empty", "");
    write("binary", Buffer.from([0xff, 0xfe, 0, 1]));
    write("text.png", "no image");
    write("wide.png", Buffer.from(noisePng(8001, 1), "base64"));
    write("cut.png", Buffer.from(noisePng(64, 64), "base64").subarray(0, 2000));
    write("big.png", Buffer.from(image, "base64"));
    truncateSync(at("big.png"), 6_000_000);
    write("big.txt", "x");
    truncateSync(at("big.txt"), 11 * 1024 * 1024);
    const cases: readonly (readonly [PromptInput["kind"], string, RegExp])[] = [
      ["file", at("folder"), /is a folder/],
      ["image", at("pipe"), /is a named pipe/],
      ["file", "/dev/zero", /is a device/],
      ["file", at("gone"), /cannot be read/],
      ["file", at("empty"), /is empty/],
      ["file", at("binary"), /is not UTF-8 text, a PDF or an image/],
      ["image", at("text.png"), /is not a PNG, JPEG, GIF or WebP image/],
      ["image", at("wide.png"), /8001 × 1 pixels/],
      ["image", at("cut.png"), /truncated/],
      ["image", at("big.png"), /at most 5.0 MB/],
      ["file", at("big.txt"), /larger than 10 MB/],
    ];
    for (const [kind, path, why] of cases) {
      const end = (await run(machine, claude, [{ kind, path }])).at(-1);
      expect(end).toMatchObject({ type: "run-ended", status: "failed" });
      const message = end?.type === "run-ended" ? (end.failure?.message ?? "") : "";
      expect(message).toContain(path);
      expect(message).toMatch(why);
      expect(message).toMatch(/Nothing was sent\.$/);
    }
    const refused = (await run(machine, codex, [{ kind: "file", path: at("big.txt") }])).at(-1);
    expect(refused).toMatchObject({
      failure: {
        message: expect.stringContaining(`codex does not take this with a prompt: file ${at("big.txt")}`),
      },
    });
    expect(machine.model.requests).toEqual([]);
  } finally {
    await machine.close();
  }
});

test("instructions with a secret are not stored, and a resume says so and gives the agent no others", async () => {
  const machine = await startMachine("inputs", claude);
  const secret = `sk-proj-${"a1B2c3D4e5F6g7".repeat(4)}`;
  try {
    const started = await run(machine, claude, [], `Herons sign with ${secret}.`);
    expect(lastRequest(machine)).toContain(secret);
    expect(started.filter(({ type }) => type === "notice")).toMatchObject([
      { text: expect.stringContaining("does not store them") },
    ]);
    const { id } = await attachments(machine);
    const resumed = await resume(machine, id);
    // Claude Code may have kept them itself.
    expect(lastRequest(machine)).not.toContain("[redacted");
    expect(stored(machine)).not.toContain("Herons sign");
    expect(resumed.filter(({ type }) => type === "notice")).toMatchObject([
      { text: expect.stringContaining("cannot give them to the agent again") },
    ]);
  } finally {
    await machine.close();
  }
});

async function run(
  { env, model, scratch }: Machine,
  agent: TestAgent,
  inputs: readonly PromptInput[],
  told = instructions,
) {
  const runner = await openRunner(nodeHost(env));
  model.push([{ text: "First answer." }]);
  try {
    const wish = {
      agent: agent.name,
      cwd: scratch.workspace,
      canAnswer: false,
      inputs,
      instructions: told,
      // Without a model Gemini CLI first asks one which model to ask.
      settings: { model: agent === gemini ? "gemini-2.5-flash" : null },
      prompt: '-what "is" this?\n/here',
    };
    return await Array.fromAsync<RestoreEvent>(followed(runner.run(wish)));
  } finally {
    runner.close();
  }
}

async function resume({ env, model }: Machine, id: string) {
  const runner = await openRunner(nodeHost(env));
  model.push([{ text: "Second answer." }]);
  const plan = await runner.plan(id, { ...usualWish, prompt: "and now?" });
  const events = await Array.fromAsync<RestoreEvent>(followed(runner.restore(plan, consent)));
  runner.close();
  expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
  return events;
}

async function attachments({ env }: Machine) {
  const library = openFileLibrary(nodeHost(env));
  const [session] = (await library.list({ scope: "all" })).sessions;
  if (!session) throw new Error("There is no session.");
  const turns = await Array.fromAsync((await library.read(session)).turns);
  library.close();
  const items = turns.flatMap((turn) => turn.items);
  return {
    id: session.id,
    attached: items.flatMap((item) => (item.kind === "attachment" ? [item.name] : [])),
  };
}

function lastRequest({ model }: Machine): string {
  return JSON.stringify(model.requests.filter(({ number }) => number !== null).at(-1)?.body);
}

/** What Codex was given with `thread/resume`: its history holds the instructions anyway. */
function resumedWith(machine: Machine): string {
  const lines = stored(machine).split("\n");
  return lines.find((line) => line.includes("thread/resume")) ?? "";
}

function stored({ state }: Machine): string {
  const files = readdirSync(state, { recursive: true, withFileTypes: true });
  const written = files.filter(({ name }) => /\.jsonl?$/.test(name));
  return written.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("\n");
}
