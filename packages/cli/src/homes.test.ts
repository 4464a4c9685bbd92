import { expect, test } from "vitest";
import { homesIn } from "./homes.ts";

const paths = (env: Record<string, string>, homes = {}) =>
  homesIn(env, { homes }).map(({ agent, path }) => `${agent} ${path}`);

test("the defaults lie in the person's home", () => {
  expect(paths({ HOME: "/no/me" })).toEqual([
    "codex /no/me/.codex",
    "codex /no/me/.codexpotter/codex-compat",
    "claude /no/me/.claude",
    "gemini /no/me/.gemini",
    "opencode /no/me/.local/share/opencode",
  ]);
});

test("the environment names others", () => {
  const env = {
    HOME: "/no/me",
    CODEX_HOME: "/c",
    CLAUDE_CONFIG_DIR: "/l",
    GEMINI_CLI_HOME: "/g",
    XDG_DATA_HOME: "/x",
  };
  expect(paths(env)).toEqual([
    "codex /c",
    "codex /no/me/.codexpotter/codex-compat",
    "claude /l",
    "gemini /g/.gemini",
    "opencode /x/opencode",
  ]);
});

test("given homes stand in the place of an agent's usual ones, each told once", () => {
  expect(paths({ HOME: "/no/me", CODEX_HOME: "/c" }, { codex: ["/d", "/e", "/d"] }).slice(0, 3)).toEqual([
    "codex /d",
    "codex /e",
    "claude /no/me/.claude",
  ]);
});
