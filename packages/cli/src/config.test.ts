import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig } from "./config.ts";
import { readConfigFile } from "./config-file.ts";

const parse = (text: string) => parseConfig({ path: "/c.toml", text });

describe("settings", () => {
  test.each([
    ["", null],
    ["# nothing\n\n", null],
    ['fallback = "replay"', "replay"],
    ["  fallback='handoff'  # why not", "handoff"],
    ['\r\nfallback = "\\u0061sk"\r\n', "ask"],
  ])("%j", (text, fallback) => {
    expect(parse(text)).toEqual({ config: { fallback, app: { mouse: true } }, unknown: [] });
  });

  test("the mouse of the app can be the terminal's from the start", () => {
    expect(parse("[app]\nmouse = false").config.app).toEqual({ mouse: false });
    expect(parse("[app]").config.app).toEqual({ mouse: true });
    expect(parse("[app]\nmuose = false").unknown.map(({ detail }) => detail)).toEqual([
      "line 2: there is no setting muose. Did you mean mouse?",
    ]);
  });

  test("an unknown one is told with its line, and the rest counts", () => {
    const { config, unknown } = parse('fallbak = "none"\nloud = true\nfallback = "none"');
    expect(config.fallback).toBe("none");
    expect(unknown.map(({ detail }) => detail)).toEqual([
      "line 1: there is no setting fallbak. Did you mean fallback?",
      "line 2: there is no setting loud.",
    ]);
    const tables = parse('# x\n[restore]\nfallback = "none"\n[[a.b]]\n"c\\u0064" = 1');
    expect(tables.config.fallback).toBeNull();
    expect(tables.unknown.map(({ detail }) => detail)).toEqual([
      "line 2: there is no setting restore.",
      "line 4: there is no setting a.",
    ]);
  });

  test.each([
    ['\nfallback = "maybe"', '/c.toml, line 2: fallback is one of "ask", "replay", "handoff", "none", not "maybe".'],
    ['[app]\nmouse = "no"', '/c.toml, line 2: mouse is true or false, not "no".'],
    ["app = 1", "/c.toml, line 1: app is a table: write [app], and its settings below."],
    ["fallback = true", '/c.toml, line 1: fallback is one of "ask", "replay", "handoff", "none", not true.'],
    ["fallback = replay", '/c.toml, line 1, column 12: invalid value. Write settings as in TOML: key = "value".'],
    ['fallback = "ask" "none"', "/c.toml, line 1, column 18: each key-value declaration must be followed by"],
    ['x = "\\q"', "/c.toml, line 1, column 7: unrecognised escape sequence."],
    ['x = true\nx = "a"', "/c.toml, line 2, column 1: trying to redefine an already defined table or value."],
  ])("%j is an error that names the line", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe("the file", () => {
  test("is the one that is named, else the usual one, else none", () => {
    const home = mkdtempSync(join(tmpdir(), "reprise-config-"));
    try {
      expect(readConfigFile({ HOME: home })).toBeNull();
      mkdirSync(join(home, ".config", "reprise"), { recursive: true });
      const usual = join(home, ".config", "reprise", "config.toml");
      writeFileSync(usual, "# usual");
      expect(readConfigFile({ HOME: home })).toEqual({ path: usual, text: "# usual" });
      expect(readConfigFile({ HOME: "/no", XDG_CONFIG_HOME: join(home, ".config") })?.path).toBe(usual);
      const named = join(home, "mine.toml");
      expect(() => readConfigFile({ HOME: home, REPRISE_CONFIG: named })).toThrow(
        `The settings in ${named} cannot be read (ENOENT). Check REPRISE_CONFIG.`,
      );
      writeFileSync(named, "# named");
      expect(readConfigFile({ HOME: home, REPRISE_CONFIG: named })?.text).toBe("# named");
      expect(readConfigFile({ HOME: home, REPRISE_CONFIG: "/dev/null" })).toBeNull();
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  test("is a regular file of a sensible size", () => {
    const home = mkdtempSync(join(tmpdir(), "reprise-config-"));
    try {
      const named = join(home, "mine.toml");
      const read = (path: string) => readConfigFile({ HOME: home, REPRISE_CONFIG: path });
      expect(() => read("/dev/zero")).toThrow(
        "Your settings cannot be read: /dev/zero is a device, not a regular file. Check REPRISE_CONFIG.",
      );
      writeFileSync(named, "");
      truncateSync(named, 5 * 1024 ** 3);
      expect(() => read(named)).toThrow("mine.toml is too large for a settings file. Check REPRISE_CONFIG.");
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
