import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import { readBundle } from "@reprise/core/bundle";
import { codex, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";

const planted = Array.from({ length: 60 }, (_, index) => ({
  name: ["CODEX_API_KEY", "OPENAI_API_KEY"][index] ?? `SERVICE_${index}_${index % 2 ? "TOKEN" : "SECRET_KEY"}`,
  value: `planted${index}x${"Zq7".repeat(8)}${index}`,
}));

it("secrets of the environment are in no argument, event, file of the chat or bundle", async () => {
  const machine = await startMachine("chat-secrets", codex);
  const env = { ...machine.env, ...Object.fromEntries(planted.map(({ name, value }) => [name, value])) };
  const chats = openChats(nodeHost(env));
  const argv = new Set<string>();
  const watching = setInterval(() => {
    for (const line of commandLines()) argv.add(line);
  }, 20);
  try {
    machine.model.push([{ call: codex.shellCall("env; printenv OPENAI_API_KEY") }, { text: "Looking." }]);
    machine.model.push([{ text: "Nothing secret." }]);
    const turn = await chats.send({ chat_id: "c", message: "what is set?", instructions: "Be brief." });
    const events: string[] = [];
    for await (const { event } of turn.events()) events.push(JSON.stringify(event));
    expect(events.at(-1)).toContain("completed");
    expect([...argv].some((line) => line.includes("exec"))).toBe(true);
    const places = {
      argv: [...argv].join("\n"),
      events: events.join("\n"),
      files: (await textsIn(join(machine.state, "chats"))).join("\n"),
    };
    for (const [place, text] of Object.entries(places))
      expect(planted.filter(({ value }) => text.includes(value)).map(({ name }) => `${name} in ${place}`)).toEqual([]);
  } finally {
    clearInterval(watching);
    await chats.close();
    await machine.close();
  }
});

function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    });
}

/** What bundles hold is read too. */
async function textsIn(folder: string): Promise<string[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts: string[] = [];
  for (const { parentPath, name } of paths) {
    const bytes = readFileSync(join(parentPath, name));
    texts.push(bytes.toString("latin1"));
    if (!parentPath.endsWith("parts")) continue;
    const whole = async function* () {
      yield bytes;
    };
    for await (const { bytes: part } of (await readBundle(whole())).parts)
      for await (const piece of part) texts.push(Buffer.from(piece).toString("latin1"));
  }
  return texts;
}
