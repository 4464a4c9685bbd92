import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChatEvent, ChatEventOf, ChatInput, ChatPermissions } from "@reprise/model";
import { expect } from "vitest";
import { modelInputs } from "../models/model-input.ts";
import { sampleOf } from "../sample.ts";
import type { ChatStage, ChatTurn } from "./chat-agent-stage.ts";

export type ChatCheck = (stage: ChatStage) => Promise<void>;

const canary = "content-of-the-mentioned-file";
/** Options, commands, mentions, shell escapes and notes of the agents' own interfaces. */
const beginnings = ["-", "--help", "/help", "/clear now", "see @mentioned.txt", "@/etc/passwd", "!ls", "#x"];
const tricky = "a\nb\r\nc\td \"double\" 'single' $(touch x) `y` \\n {{args}} 漢字 🎉 e\u0301 end  \n\n";
const separators = "a\u2028b\u2029c";
const large = `${"0123456789 é漢🎉\n".repeat(70_000)}`.slice(0, 1024 * 1024 - 1).trimEnd();

const badUse = expect.objectContaining({ code: "bad-use" });

/** Checks for every chat agent that start it. */
export const chatChecks: Readonly<Record<string, ChatCheck>> = {
  "messages arrive unchanged and are remembered in a fresh home, or are refused": async (stage) => {
    const { given, scratch, model } = stage;
    await writeFile(join(scratch.workspace, "mentioned.txt"), canary);
    const chat = stage.chat();
    const sent: string[] = [];
    const refused = new Set(given.refused);
    const messages = [
      ...(given.beginnings ?? sampleOf(beginnings, 4)),
      ...(given.messages ?? []),
      ...(refused.has(separators) ? [tricky, separators] : [`${separators}${tricky}`]),
      large,
    ];
    for (const [index, message] of messages.entries()) {
      if (refused.has(message)) {
        await expect(chat.turn({ message })).rejects.toThrow(badUse);
        continue;
      }
      const reply = `Reply ${index} ✓ 🎉`;
      model.push([{ text: reply, chunks: 4 }]);
      const turn = await chat.turn({ message });
      expect(resultOf(turn.events), JSON.stringify(turn.events.at(-2))).toMatchObject({
        status: "completed",
      });
      const inits = turn.events.filter(({ type }) => type === "init") as ChatEventOf<"init">[];
      expect(inits).toHaveLength(1);
      chat.session ??= inits[0]?.session_id ?? null;
      expect(inits[0]?.session_id).toBe(chat.session);
      sent.push(message);
      if (given.agent) {
        expect(saidIn(turn.events)).toBe(reply);
        expectHeard(turn, sent);
      } else expect(given.heard?.(turn.events)).toEqual(sent.slice(-2).reverse());
    }
    expect(sent.length).toBeGreaterThan(3);
  },

  "an unknown session is an error": async (stage) => {
    const { events } = await stage.chat().turn({ message: "m", session_id: stage.given.unknownSession });
    expect(events.at(-2)).toMatchObject({ type: "error", code: "thread-missing" });
    expect(resultOf(events)).toMatchObject({ status: "failed" });
  },
};

/** Checks for every chat agent that start nothing. */
export const commandChecks: Readonly<Record<string, ChatCheck>> = {
  "what no agent takes is refused before it starts": async (stage) => {
    const refusals = [
      { message: "a\0b" },
      { message: " \n" },
      { message: "a\uD800b" },
      { message: "m", model: "a\nb" },
      { message: "m", effort: "a\0" },
      { message: "m", instructions: "a\0" },
      ...["-x", "--last", "../up", "a b", "name", "1"].map((session_id) => ({ message: "m", session_id })),
    ];
    for (const input of refusals) await expect(stage.chat().turn(input), JSON.stringify(input)).rejects.toThrow(badUse);
  },

  "a name cannot become an option": async ({ given, scratch }) => {
    const commandOf = (more: Partial<ChatInput>) =>
      given.chat.createCommand({
        newId: randomUUID(),
        workspace: scratch.workspace,
        home: scratch.home,
        permissions: "read-only",
        input: { message: "--message", model: "--model-name", ...more },
      });
    const isEffort = given.takesEffort !== false;
    const { args, env } = commandOf(isEffort ? { effort: "--effort-name" } : {});
    const said = args.filter((arg) => /--(?:message|model-name|effort-name)/.test(arg));
    for (const arg of said) expect(arg).toMatch(/^(?:--[\w-]+|\w+)=/);
    expect(JSON.stringify([args, env])).not.toContain("--message");
    if (!isEffort) expect(() => commandOf({ effort: "high" })).toThrow(badUse);
  },

  "what a home takes over is apart from its sessions": async ({ given }) => {
    const { home } = given.chat;
    const files = home.personal({ env: {}, homeFolder: "/person" });
    const paths = [...files.map(({ to }) => to), ...home.sessions];
    for (const path of paths) expect(path).toMatch(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/].*[^/]$/);
    for (const path of paths) expect(paths.filter((other) => `${other}/`.startsWith(`${path}/`))).toEqual([path]);
    for (const { from } of files) expect(from).toMatch(/^\/person\//);
    for (const value of Object.values(home.env("/h"))) expect(value).toMatch(/^(?:\/h(?:\/|$)|true$)/);
  },
};

/** Checks that need a scripted model. */
export const modelChecks: Readonly<Record<string, ChatCheck>> = {
  "permissions of each turn are in effect, whatever the turn before had": async (stage) => {
    const { given, scratch, model } = stage;
    const { agent, write } = given;
    if (!agent || !write) return;
    const chat = stage.chat();
    const at = (name: string) => join(scratch.workspace, name);
    const outside = join(scratch.root, "outside.txt");
    // Not in /tmp, where Codex lets an agent write too.
    const outsideEdit = join("/var/tmp", `reprise-${randomUUID()}.txt`);
    const command = (path: string) => ({ call: agent.shellCall(`echo x > ${path}`) });
    const ask = async (permissions: "read-only" | "workspace-write" | "danger-full-access", ...acts: object[]) => {
      model.push(...acts.map((act) => [act] as never), [{ text: "Done." }]);
      const { events } = await chat.turn({ message: `as ${permissions}` }, { permissions });
      expect(resultOf(events), JSON.stringify(events)).toMatchObject({ status: "completed" });
      expect(saidIn(events)).toBe("Done.");
      chat.session ??= initOf(events).session_id;
      return events;
    };
    const wide = await ask("danger-full-access", command(outside));
    expect(existsSync(outside)).toBe(true);
    expect(wide.find(({ type }) => type === "tool_result")).toMatchObject({ status: "success" });
    await ask("read-only", command(at("narrow.txt")), write(at("narrow-edit.txt")));
    expect([existsSync(at("narrow.txt")), existsSync(at("narrow-edit.txt"))]).toEqual([false, false]);
    const starting = (given.startFiles ?? []).map(at);
    await ask("workspace-write", ...[at("edit.txt"), outsideEdit, ...starting].map(write));
    expect(existsSync(at("edit.txt"))).toBe(true);
    const isOutside = existsSync(outsideEdit);
    await rm(outsideEdit, { force: true });
    expect(isOutside).toBe(false);
    expect(starting.filter((path) => existsSync(path))).toEqual([]);
  },

  "instructions reach the model in a new and in a continued conversation, long ones whole or refused by name": async (
    stage,
  ) => {
    const chat = stage.chat();
    const heed = async (instructions: string) => {
      const { events, requests } = await chat.turn({ message: "heed it", instructions });
      expect(resultOf(events)).toMatchObject({ status: "completed" });
      chat.session ??= initOf(events).session_id;
      expect(JSON.stringify(requests[0]?.body)).toContain(instructions);
      return null;
    };
    await heed(`First rule: ${"é".repeat(100)}`);
    const refusal = await heed(`${"Rule of the house. ".repeat(5400)}end`).catch((error: unknown) => error);
    if (refusal !== null) {
      expect(refusal).toMatchObject({ code: "bad-use", message: expect.stringMatching(/nstructions/) });
      await heed("Second rule: be brief.");
    }
    const { args } = stage.given.chat.createCommand({
      newId: "",
      home: "/h",
      workspace: "/w",
      permissions: "read-only",
      input: { message: "m", instructions: "-secret" },
    });
    expect(args.filter((arg) => arg.startsWith("-secret"))).toEqual([]);
  },

  "a failed turn says why": async (stage) => {
    for (const { answer, code } of sampleOf(stage.given.failures ?? [], 1)) {
      stage.model.push([{ http: answer }]);
      const { events } = await stage.chat().turn({ message: "please fail" });
      expect(events.at(-2)).toMatchObject({ type: "error", code });
      expect(["failed", "parked"]).toContain(resultOf(events).status);
    }
  },

  "a killed agent is an interrupted turn, and the conversation continues": async (stage) => {
    const { model } = stage;
    const chat = stage.chat();
    chat.session = initOf((await chat.turn({ message: "first message" })).events).session_id;
    const reply = model.requests.filter(({ number }) => number !== null).length + 1;
    model.push([{ partial: "A text that never" }, { hang: true }]);
    const { events } = await chat.turn(
      { message: "killed message" },
      {
        during: async (running) => {
          await model.streamed({ reply, action: 2 });
          running.kill("SIGKILL");
        },
      },
    );
    expect(events.at(-2)).toMatchObject({ type: "error", code: "interrupted" });
    const next = await chat.turn({ message: "next message" });
    expect(resultOf(next.events)).toMatchObject({ status: "completed" });
    expectHeard(next, ["first message", "next message"]);
  },
};

export const lastChecks: Readonly<Record<string, ChatCheck>> = {
  "only the model was asked": async ({ model }) => {
    expect(model.requests.filter(({ number }) => number === null).map(({ path }) => path)).toEqual([]);
    expect(model.faults).toEqual([]);
    expect(model.waitingCount()).toBe(0);
  },
};

/** For agents that start slowly, instead of those that start them often. */
export const briefChecks: Readonly<Record<string, ChatCheck>> = {
  "in one conversation messages arrive unchanged and are remembered, with instructions, and each turn has its own permissions":
    async (stage) => {
      const { given, scratch, model } = stage;
      const { agent, write } = given;
      if (!agent || !write) throw new Error("The case names no agent or no tool of it.");
      await writeFile(join(scratch.workspace, "mentioned.txt"), canary);
      const at = (name: string) => join(scratch.workspace, name);
      const outside = join(scratch.root, "outside.txt");
      const outsideEdit = join("/var/tmp", `reprise-${randomUUID()}.txt`);
      const command = (path: string) => ({ call: agent.shellCall(`echo x > ${path}`) });
      const chat = stage.chat();
      const sent: string[] = [];
      const say = async (input: ChatInput, permissions: ChatPermissions, acts: readonly object[]) => {
        model.push(...acts.map((act) => [act] as never), [{ text: "Done ✓ 🎉", chunks: 4 }]);
        const turn = await chat.turn(input, { permissions });
        expect(resultOf(turn.events), JSON.stringify(turn.events)).toMatchObject({ status: "completed" });
        expect(saidIn(turn.events)).toBe("Done ✓ 🎉");
        chat.session ??= initOf(turn.events).session_id;
        expect(initOf(turn.events).session_id).toBe(chat.session);
        sent.push(input.message);
        expectHeard(turn, sent, { requestCount: acts.length + 1, instructed: first });
        if (input.instructions !== undefined)
          expect(JSON.stringify(turn.requests[0]?.body)).toContain(input.instructions);
        return turn.events;
      };
      const first = given.refused?.includes(separators) ? tricky : `${separators}${tricky}`;
      const instructions = `First rule: ${"é".repeat(100)}`;
      const wide = await say({ message: first, instructions }, "danger-full-access", [command(outside)]);
      expect(wide.find(({ type }) => type === "tool_result")).toMatchObject({ status: "success" });
      expect(existsSync(outside)).toBe(true);
      const beginning = (given.beginnings ?? beginnings).find((one) => one.includes("@mentioned.txt")) ?? "";
      const narrow = ["narrow.txt", "narrow-edit.txt"].map(at) as [string, string];
      await say({ message: beginning }, "read-only", [command(narrow[0]), write(narrow[1])]);
      expect(narrow.filter((path) => existsSync(path))).toEqual([]);
      const starting = (given.startFiles ?? []).map(at);
      await say({ message: large }, "workspace-write", [at("edit.txt"), outsideEdit, ...starting].map(write));
      expect(existsSync(at("edit.txt"))).toBe(true);
      const isOutside = existsSync(outsideEdit);
      await rm(outsideEdit, { force: true });
      expect(isOutside).toBe(false);
      expect(starting.filter((path) => existsSync(path))).toEqual([]);
    },
};

/** Every message is one text of the request, as it was sent, and nothing was read for it. */
function expectHeard(
  { requests }: ChatTurn,
  sent: readonly string[],
  { requestCount = 1, instructed }: { requestCount?: number; instructed?: string } = {},
): void {
  expect(requests).toHaveLength(requestCount);
  const [request] = requests;
  const heard = request ? modelInputs(request).flatMap((input) => (input.kind === "user" ? [input.text] : [])) : [];
  // Where an agent has no place for instructions, they stand before the message.
  const isHeard = (message: string) =>
    heard.some((text) => text === message || (message === instructed && text.endsWith(message)));
  for (const message of sent) expect(isHeard(message), JSON.stringify(message.slice(0, 80))).toBe(true);
  expect(JSON.stringify(request?.body)).not.toMatch(/content-of-the-mentioned-file|root:x:0/);
}

function initOf(events: readonly ChatEvent[]): ChatEventOf<"init"> {
  const init = events.find(({ type }) => type === "init");
  expect(init).toBeDefined();
  return init as ChatEventOf<"init">;
}

function resultOf(events: readonly ChatEvent[]): ChatEventOf<"result"> {
  expect(events.filter(({ type }) => type === "result")).toEqual([events.at(-1)]);
  return events.at(-1) as ChatEventOf<"result">;
}

function saidIn(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === "message" ? event.content : "")).join("");
}
