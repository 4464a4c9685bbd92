import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bubblewrapSandbox, openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { ChatEvent, Chats } from "@reprise/model";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const missing = await bubblewrapSandbox(nodeHost()).unavailable();

describe.skipIf(missing !== null)(`Codex in bubblewrap (${missing ?? "installed"})`, () => {
  let machine: Machine;
  let chats: Chats;
  beforeEach(async () => {
    machine = await startMachine("chat", codex);
    chats = openChats(nodeHost(machine.env));
    // Files that the configuration names by path stay hidden.
    const config = `${machine.env.CODEX_HOME}/config.toml`;
    writeFileSync(config, readFileSync(config, "utf8").replace(/^.*instructions\.md.*$/m, ""));
  });
  afterEach(async () => {
    await chats.close();
    await machine.close();
  });

  async function said(message: string): Promise<ChatEvent[]> {
    const turn = await chats.send({ chat_id: "c", message, sandbox: "bubblewrap" });
    const events: ChatEvent[] = [];
    for await (const { event } of turn.events()) events.push(event);
    return events;
  }

  it("may do everything in there, reaches nothing of the person, and continues with its files", async () => {
    const { model, scratch, env } = machine;
    const secret = join(env.HOME ?? scratch.home, "secret");
    const outside = join(scratch.root, "outside");
    writeFileSync(secret, "planted-secret");
    const command = `git init -q; echo kept > kept.txt; cat ${secret}; touch ${outside}; touch /etc/outside; echo end`;
    model.push([{ call: codex.shellCall(command) }], [{ text: "Done." }]);
    const first = await said("do it");
    expect(first.at(-1)).toMatchObject({ type: "result", status: "completed" });
    expect(JSON.stringify(first)).not.toContain("planted-secret");
    expect([outside, "/etc/outside"].filter((path) => existsSync(path))).toEqual([]);
    await chats.close();
    chats = openChats(nodeHost(machine.env));
    model.push([{ call: codex.shellCall("cat kept.txt; git status --short") }], [{ text: "Kept." }]);
    const second = await said("what is there?");
    expect(second).toContainEqual(expect.objectContaining({ type: "tool_result", output: "kept\n?? kept.txt\n" }));
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("do it");
  });
});
