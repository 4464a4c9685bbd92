import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  codex,
  disposeAll,
  gemini,
  locateBinary,
  sampleOf,
  spawnAgent,
  startAppServer,
  startMachine,
} from "@reprise/testkit";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { titleOf } from "../../src/transcript/title.ts";
import { placeGemini } from "../ailing/gemini-cases.ts";
import { harnessSamples, ideContext } from "../decoding/codex/harness-samples.ts";
import { assistant, event, line, meta, user } from "../decoding/codex/rollout.ts";

const recordings = fileURLToPath(new URL("../../../../fixtures/codex/", import.meta.url));

afterEach(disposeAll);

async function ourTitles(env: Record<string, string>) {
  const library = openLibrary(nodeHost(env));
  onTestFinished(() => library.close());
  const { sessions } = await library.list({ scope: "all", includeEmpty: true, archived: true, limit: 200 });
  return new Map(sessions.map(({ thread, name, title }) => [`${thread}`, { name, title }]));
}

/** A rollout that Codex lists: these prompts, recorded without provenance, and a reply. */
function rollout(id: string, prompts: readonly string[]): string {
  const header = meta({ id, session_id: id, originator: "codex_exec", source: "exec", model_provider: "scripted" });
  const said = prompts.flatMap((text) => [user(text), event("user_message", { message: text, images: [] })]);
  return [line("session_meta", header), ...said, assistant("Yes."), ""].join("\n");
}

test("Codex begins the threads of our recordings, and those with texts of its own and of editors, with our titles", async () => {
  const { scratch, home, env, close } = await startMachine("codex-titles", codex);
  onTestFinished(close);
  const sessions = join(scratch.home, ".codex", "sessions");
  const current = readdirSync(recordings).filter((name) => /^release-0\.(?:[5-9]\d|1\d\d)\./.test(name));
  for (const name of sampleOf(current, 4))
    cpSync(join(recordings, name, "sessions"), sessions, { recursive: true, force: true });
  const day = join(sessions, "2026/11/15");
  mkdirSync(day, { recursive: true });
  const wrapped = `${ideContext}\n\n## My request for Codex:\nfix the bug\n`;
  const texts = [...harnessSamples.map(([, text]) => [text, "do it"]), [wrapped], ["# Plan\n\nfirst this"]];
  const made = texts.map((prompts, index) => {
    const id = `01a1e0b5-021f-7ab0-a082-${String(index).padStart(12, "0")}`;
    writeFileSync(join(day, `rollout-2026-11-15T19-35-21-${id}.jsonl`), rollout(id, prompts));
    return id;
  });
  const server = await startAppServer({ home, cwd: scratch.workspace });
  const { data } = (await server.request("thread/list", {
    limit: 200,
    modelProviders: [],
    sourceKinds: ["cli", "vscode", "exec", "appServer", "unknown"],
  })) as { data: readonly { id: string; preview: string }[] };
  server.closeInput();
  await server.exited;
  const titles = await ourTitles(env);
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
  for (const { id, preview } of data)
    expect({ id, title: titles.get(id)?.title }).toEqual({ id, title: titleOf(preview) });
});

test("Gemini CLI lists sessions by our titles", async () => {
  const { scratch, home, env, close } = await startMachine("gemini-titles", gemini);
  onTestFinished(close);
  const prompts = ["fix the bug", "look at @a.txt\n\nand tell me", "<div> is what I see"];
  for (const [index, text] of prompts.entries())
    await placeGemini(
      {
        write(log) {
          log.user([{ text: "<session_context>\nA folder.\n</session_context>" }]);
          log.user([{ text }]);
          return log.reply("Yes.");
        },
      },
      { home: scratch.home, cwd: scratch.workspace, thread: `${index}1111111-1111-4111-8111-111111111111` },
    );
  const list = spawnAgent({
    ...locateBinary("gemini"),
    args: ["--list-sessions"],
    cwd: scratch.workspace,
    env: home.env,
  });
  await list.exited;
  const said = `${list.lines.join("\n")}\n${list.stderr()}`;
  // It lets its model name the latest one, which is listed by that name from then on.
  const titles = [...(await ourTitles(env)).values()];
  expect(titles.map(({ title }) => title)).toEqual(expect.arrayContaining(prompts.map(titleOf)));
  for (const { name, title } of titles) expect(said).toContain(`. ${name ?? title} (`);
});
