import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { agentParts } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setupFor } from "../src/turn/requested-turn.ts";
import { eventsOf, scriptedChats } from "./chat-stage.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures", import.meta.url));
const session_id = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";

/** Says which session it was asked for, what it finds of it, and where that was said to be. */
const resumes = `
cat > /dev/null
echo "$@" > "$ROOT/asked"
file=$(find "$CODEX_HOME/sessions" -name "*${session_id}.jsonl")
cp "$file" "$ROOT/seen"
echo '{"type":"thread.started","thread_id":"${session_id}"}'
echo '{"type":"turn.completed","usage":{"input_tokens":1000000,"cached_input_tokens":0,"output_tokens":50000}}'
`;

let stage: ReturnType<typeof scriptedChats>;
beforeEach(() => {
  stage = scriptedChats(resumes, { HOME: "/nowhere", CLAUDE_CONFIG_DIR: "/nowhere/claude" });
});
afterEach(() => stage.close());

const home = () => join(stage.root, "codex-home");
const recorded = (name: string) => cpSync(join(fixtures, "codex", name), home(), { recursive: true });

describe("the first message of a chat with the id of a session that Reprise did not start", () => {
  it("continues a copy of it, in the folder of the chat and with its permissions; the session is not touched", async () => {
    recorded("complete-two-turns");
    const before = await hashTree(home());
    const workspace = join(stage.root, "workspace");
    mkdirSync(workspace);
    const chats = stage.open();
    const first = await eventsOf(await chats.send({ chat_id: "c", message: "three", session_id, workspace }));
    expect(first.at(-1)).toMatchObject({ status: "completed" });
    expect(first).toContainEqual(expect.objectContaining({ type: "init", session_id }));
    expect(readFileSync(join(stage.root, "asked"), "utf8")).toMatch(/workspace-write.* resume .*01a1e0ba/s);
    const seen = readFileSync(join(stage.root, "seen"), "utf8");
    expect(seen).toContain(`"cwd":"${workspace}"`);
    expect(seen).not.toContain('"base_instructions"');
    expect(compareTrees(before, await hashTree(home()))).toEqual([]);
    // Codex counts the tokens of the thread: those of the turns before are not of this chat.
    const [, total = ""] =
      /"total_token_usage":\{"input_tokens":(\d+)/.exec(seen.slice(seen.lastIndexOf("token_count"))) ?? [];
    expect(first.at(-1)).toMatchObject({ usage: { input_tokens: 1_000_000 - Number(total) } });
    expect(Number(total)).toBeGreaterThan(0);
    expect(await chats.chat("c")).toMatchObject({ session_id, agent: "codex", permissions: "workspace-write" });
    const second = await eventsOf(await chats.send({ chat_id: "c", message: "four" }));
    expect(second).toContainEqual(expect.objectContaining({ type: "init", session_id }));
  });

  it("is remembered by a chat whose first turn fails: the next message continues the same session", async () => {
    recorded("complete-two-turns");
    stage.setScript("exit 1");
    const chats = stage.open();
    const failed = await eventsOf(await chats.send({ chat_id: "c", message: "three", session_id }, { key: "1" }));
    expect(failed.at(-1)).toMatchObject({ status: "failed" });
    const again = await chats.send({ chat_id: "c", message: "three", session_id }, { key: "1" });
    expect(again.isRepeated).toBe(true);
    stage.setScript(resumes);
    const next = await eventsOf(await chats.send({ chat_id: "c", message: "three" }));
    expect(next).toContainEqual(expect.objectContaining({ type: "init", session_id }));
    const other = "01a1e0ba-4bd3-7653-b0c3-c102b498c762";
    await expect(chats.send({ chat_id: "c", message: "x", session_id: other })).rejects.toMatchObject({
      code: "bad-use",
    });
  });

  it.each(["../../etc/passwd", "/etc/passwd", "--last", "-x", "a b", "01a1e0ba", "%2e%2e", "", "$(id)", "\u0000"])(
    "is no path, option or part of an id: %j is refused, and there is no chat",
    async (hostile) => {
      recorded("complete-two-turns");
      const chats = stage.open();
      const sent = chats.send({ chat_id: "c", message: "m", session_id: hostile });
      await expect(sent).rejects.toMatchObject({ code: "bad-use" });
      await expect(chats.chat("c")).rejects.toMatchObject({ code: "not-found" });
      expect(existsSync(join(stage.root, "asked"))).toBe(false);
    },
  );

  it("is refused where servers share chats, of which each has other sessions, and whose programs own none of them", async () => {
    const parts = { ...agentParts(nodeHost(process.env)), ownSessions: null };
    const asked = setupFor({ chat_id: "c", message: "m", session_id }, null, parts);
    await expect(asked).rejects.toThrow("chats that servers share cannot continue a session of one machine");
  });

  it("is refused with a reason if there is none, it is another agent's, or it cannot be resumed", async () => {
    for (const name of ["complete-two-turns", "archived"]) recorded(name);
    const chats = stage.open();
    const sending = (more: object) => chats.send({ chat_id: "c", message: "m", session_id, ...more });
    const unknown = "01a1e0ba-4bd3-7653-b0c3-c102b498c762";
    await expect(sending({ session_id: unknown })).rejects.toMatchObject({ code: "not-found" });
    await expect(sending({ agent: "claude" })).rejects.toMatchObject({ code: "not-found" });
    const archived = "01a1e0b9-168f-7dd1-ac50-c83d65bf9ac8";
    await expect(sending({ session_id: archived })).rejects.toThrow("It is archived.");
    await expect(chats.chat("c")).rejects.toMatchObject({ code: "not-found" });
  });
});
