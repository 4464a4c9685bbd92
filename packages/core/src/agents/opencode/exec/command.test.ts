import { asThreadId, noSettings, type Settings } from "@reprise/model";
import { expect, test } from "vitest";
import type { Launch } from "../../driving/driver.ts";
import { opencodeCommand } from "./command.ts";
import { opencodeHomeEnv } from "./home.ts";

const thread = asThreadId("ses_e1f424faeffeKjR5iIRaKmLac4");
const prompt = { id: "p", text: "go on" };
const always = ["run", "--format", "json", "--thinking"];
const unanswerable = { question: "deny", plan_enter: "deny", plan_exit: "deny" };

function launchWith(settings: Partial<Settings>, env: Launch["env"] = {}): Launch {
  const signal = new AbortController().signal;
  return {
    settings: { ...noSettings, ...settings },
    env,
    home: null,
    program: null,
    onLine: () => undefined,
    signal,
  };
}

function commandOf(settings: Partial<Settings>, of: typeof thread | null = thread, env: Launch["env"] = {}) {
  return opencodeCommand({ thread: of, prompt, launch: launchWith(settings, env) });
}

test("the directory is always said; the prompt is not among the arguments", () => {
  expect(commandOf({ cwd: "/srv/a" }, null).args).toEqual([...always, "--dir=/srv/a"]);
  expect(commandOf({ cwd: "/srv/a" }).args).toEqual([...always, "--dir=/srv/a", "--session", thread]);
});

test("a fork names the session it is made of", () => {
  const launch = launchWith({ cwd: "/srv/a" });
  const { args } = opencodeCommand({ thread: null, prompt, forkOf: { thread, afterTurn: null }, launch });
  expect(args).toEqual([...always, "--dir=/srv/a", "--session", thread, "--fork"]);
});

test("images and files are options of their own; no path is taken for another", () => {
  const inputs = [
    { kind: "image", path: "/srv/-a b.png" },
    { kind: "file", path: "/srv/--auto" },
  ] as const;
  const { args } = opencodeCommand({ thread, prompt: { ...prompt, inputs }, launch: launchWith({}) });
  expect(args.slice(-2)).toEqual(["--file=/srv/-a b.png", "--file=/srv/--auto"]);
});

test("instructions are added to those of the configuration that is there", () => {
  const configOf = (present?: string) =>
    opencodeCommand({
      thread,
      prompt,
      instructionsFile: "/tmp/i.md",
      launch: launchWith({}, present === undefined ? {} : { OPENCODE_CONFIG_CONTENT: present }),
    }).env.OPENCODE_CONFIG_CONTENT ?? "";
  expect(JSON.parse(configOf())).toEqual({ instructions: ["/tmp/i.md"] });
  expect(JSON.parse(configOf('{"model":"a/b","instructions":["x.md"]}'))).toEqual({
    model: "a/b",
    instructions: ["x.md", "/tmp/i.md"],
  });
  expect(() => configOf("{not json")).toThrow("OPENCODE_CONFIG_CONTENT");
});

test("model, provider and effort", () => {
  const options = (settings: Partial<Settings>) => commandOf(settings, null).args.slice(always.length);
  expect(options({ model: "m", provider: "p", effort: "high" })).toEqual(["--model=p/m", "--variant=high"]);
  expect(options({ model: "p/m", provider: "p" })).toEqual(["--model=p/m"]);
  expect(options({ model: "p/m" })).toEqual(["--model=p/m"]);
  expect(options({ model: "--auto" })).toEqual(["--model=--auto"]);
});

test.each([
  [null, false, {}],
  ["danger-full-access", true, {}],
  ["workspace-write", false, { bash: "ask", external_directory: "ask" }],
  ["read-only", false, { edit: "deny", bash: "deny", external_directory: "deny" }],
  ["of-tomorrow", false, { edit: "deny", bash: "deny", external_directory: "deny" }],
])("sandbox %s: --auto %s, rules %j", (sandbox, isAuto, rules) => {
  const { args, env } = commandOf({ sandbox });
  expect(args.includes("--auto")).toBe(isAuto);
  expect(JSON.parse(env.OPENCODE_PERMISSION ?? "")).toEqual({ ...rules, ...unanswerable });
});

test("what the person has denied stays denied, what they have allowed does not widen ours", () => {
  const rules = (own: string) =>
    JSON.parse(
      commandOf({ sandbox: "workspace-write" }, thread, { OPENCODE_PERMISSION: own }).env.OPENCODE_PERMISSION ?? "",
    );
  expect(rules('{"bash":"allow","edit":"deny"}')).toEqual({
    bash: "ask",
    edit: "deny",
    external_directory: "ask",
    ...unanswerable,
  });
  expect(rules('{"bash":"deny"}')).toEqual({ bash: "deny", external_directory: "ask", ...unanswerable });
  expect(rules("not JSON")).toEqual({ bash: "ask", external_directory: "ask", ...unanswerable });
});

test("its home", () => {
  expect(opencodeHomeEnv("/srv/data/opencode")).toEqual({ XDG_DATA_HOME: "/srv/data" });
  expect(opencodeHomeEnv("/srv/data")).toEqual({ XDG_DATA_HOME: "/srv/data" });
});
