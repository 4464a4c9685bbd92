import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkbenchOptions } from "@reprise/model";
import { optionsReadSchema, workbenchOptionsSchema } from "@reprise/model/schema";
import { makeScratch } from "@reprise/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { memoryKeyring } from "../../../test/secrets/memory-keyring.ts";
import { nodeHost } from "../../host/node-host.ts";
import { keysOn, optionsInEffect } from "../../workbench.ts";
import { usualOptions } from "./option-fields.ts";
import { openOptions } from "./options.ts";
import { optionsIn } from "./read-options.ts";

async function place(env: Record<string, string> = {}) {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const host = nodeHost({ HOME: scratch.root, ...env });
  return {
    root: scratch.root,
    path: join(scratch.root, ".config", "reprise", "config.toml"),
    options: openOptions(join(scratch.root, "state"), host),
  };
}

const read = (text: string) => optionsIn(text, "/c.toml");

describe("reading", () => {
  test("without a file, or without the table, everything is as usual", async () => {
    const { options, path } = await place();
    expect(options.read()).toEqual({
      path,
      options: usualOptions,
      problems: [],
      savingRefusal: null,
      hasKey: false,
    });
    expect(read('fallback = "ask"').options).toEqual(usualOptions);
    expect(workbenchOptionsSchema.parse(usualOptions)).toEqual(usualOptions);
  });

  test("every setting is read by its name", () => {
    const { options, problems, savingRefusal } = read(
      `[workbench]\npersist = false\nencrypt = true\nkey = "passphrase"\nretention-days = 7\nredact = ["ACME-[0-9]+"]\nremember-approvals = true\ntelemetry = "http://127.0.0.1:4318"\n`,
    );
    expect({ problems, savingRefusal }).toEqual({ problems: [], savingRefusal: null });
    expect(options).toEqual({
      persist: false,
      encrypt: true,
      key: "passphrase",
      retentionDays: 7,
      redact: ["ACME-[0-9]+"],
      rememberApprovals: true,
      telemetry: "http://127.0.0.1:4318",
    });
  });

  test.each([
    [
      "retention-days = 0",
      "workbench.retention-days is a whole number from 1 to 36500, not 0. The default, 30, is used.",
    ],
    ['key = "none"', 'workbench.key is "keyring" or "passphrase", not "none". The default, "keyring", is used.'],
    ["remember-approvals = 1", "workbench.remember-approvals is true or false, not 1. The default, false, is used."],
    [
      'telemetry = "collector"',
      'workbench.telemetry is "off" or the address of an OTLP collector, such as "http://127.0.0.1:4318", not "collector". The default, "off", is used.',
    ],
    [
      'telemetry = "http://127.0.0.1:4318\\n"',
      'workbench.telemetry is "off" or the address of an OTLP collector, such as "http://127.0.0.1:4318", not "http://127.0.0.1:4318\\n". The default, "off", is used.',
    ],
    ["persit = true", "there is no setting workbench.persit. There are persist, encrypt, key, "],
  ])("%j is a problem that names file, line and key, and its default is used", (line, message) => {
    const found = read(`# mine\n[workbench]\n${line}\n`);
    expect(found.options).toEqual(usualOptions);
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]?.message).toContain(`/c.toml, line 3: ${message}`);
    expect(found.savingRefusal).toBeNull();
    expect(optionsReadSchema.omit({ hasKey: true }).parse(found)).toEqual(found);
  });

  test.each([
    ['encrypt = "yes"', 'workbench.encrypt is true or false, not "yes".'],
    ['persist = "no"', 'workbench.persist is true or false, not "no".'],
    ['redact = "a"', 'workbench.redact is a list of regular expressions, not "a".'],
    [
      'redact = ["fine", "(a"]',
      'workbench.redact is a list of regular expressions. The pattern "(a" has a ( without a ).',
    ],
    ['redact = ["(a)\\\\1"]', 'The pattern "(a)\\\\1" refers to a group'],
  ])("while %j cannot be read, nothing is saved", (line, message) => {
    const { savingRefusal, problems } = read(`[workbench]\n${line}\n`);
    expect(savingRefusal).toContain("Nothing is saved until your settings can be read. /c.toml, line 2: ");
    expect(savingRefusal).toContain(message);
    expect(problems[0]?.message).toContain(message);
  });

  test.each([
    ["[workbench]\nencrypt = yes", "/c.toml, line 2, column 11: "],
    ["workbench = 1", "/c.toml, line 1: workbench is a table. Write [workbench]. The defaults are used."],
  ])("nor while the file is no TOML, or the table is none: %j", (text, message) => {
    const { options, problems, savingRefusal } = read(text);
    expect(options).toEqual(usualOptions);
    expect(problems[0]?.message).toContain(message);
    expect(savingRefusal).toContain("Nothing is saved");
  });

  test("a file that the system refuses is a problem, not a crash", async () => {
    const { options, path } = await place();
    mkdirSync(path, { recursive: true });
    expect(options.read().savingRefusal).toContain("Nothing is saved");
    expect(() => options.change({ encrypt: true })).toThrow();
  });
});

describe("changing", () => {
  test("keeps every other character of the file", async () => {
    const { options, path } = await place();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(
      path,
      '# mine\nfallback = "ask"\nlater = { a = 1 }\n[workbench]\n# why\npersist = true # on\nnew = 1\n',
    );
    const after = options.change({ persist: false, retentionDays: 7, telemetry: "off" });
    expect(readFileSync(path, "utf8")).toBe(
      '# mine\nfallback = "ask"\nlater = { a = 1 }\n[workbench]\n# why\npersist = false # on\nnew = 1\nretention-days = 7\n',
    );
    expect(after.options).toEqual({ ...usualOptions, persist: false, retentionDays: 7 });
  });

  test("creates the file for its owner alone, and a later change replaces a value", async () => {
    const { options, path } = await place();
    options.change({ redact: ["ACME-\\d+", 'a"b'] });
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(options.change({ redact: [] }).options.redact).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe("[workbench]\nredact = []\n");
  });

  test("replaces a value that cannot be used, even by its default", async () => {
    const { options, path } = await place();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, '[workbench]\nencrypt = "yes"\n');
    expect(options.change({ encrypt: false }).savingRefusal).toBeNull();
    expect(readFileSync(path, "utf8")).toBe("[workbench]\nencrypt = false\n");
  });

  test.each([
    [
      { retentionDays: 1.5 },
      "workbench.retention-days is a whole number from 1 to 36500, not 1.5. Nothing was changed.",
    ],
    [{ persist: false, redact: ["ok", "("] }, 'The pattern "(" has a ( without a ). Nothing was changed.'],
    [{ colour: "red" }, "There is no option colour. Nothing was changed."],
  ])("refuses %j", async (values, message) => {
    const { options, path } = await place();
    expect(() => options.change(values as Partial<WorkbenchOptions>)).toThrow(message);
    expect(existsSync(path)).toBe(false);
  });

  test("leaves a file that is no TOML, and says where", async () => {
    const { options, path } = await place();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "persist == true");
    expect(() => options.change({ persist: false })).toThrow("line 1, column 10: ");
    expect(readFileSync(path, "utf8")).toBe("persist == true");
  });

  test("changes what a link leads to, and leaves the link", async () => {
    const { options, path, root } = await place();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(join(root, "dotfile.toml"), "# mine\n");
    symlinkSync(join(root, "dotfile.toml"), path);
    options.change({ encrypt: true });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "dotfile.toml"), "utf8")).toBe("# mine\n\n[workbench]\nencrypt = true\n");
  });

  test("is refused where no settings are wanted", async () => {
    const { options } = await place({ REPRISE_CONFIG: "/dev/null" });
    expect(options.read().options).toEqual(usualOptions);
    expect(() => options.change({ encrypt: true })).toThrow("REPRISE_CONFIG is /dev/null");
  });

  test("a keyring that cannot be used is not chosen, and one that can be has the key before it is", async () => {
    const { options: saved, root, path } = await place();
    const ring = memoryKeyring();
    const keys = keysOn(nodeHost({ HOME: root, REPRISE_STATE: join(root, "state") }), ring);
    const options = optionsInEffect(saved, { telemetry: { exportTo: () => undefined }, keys });
    ring.failure = "There is no keyring here.";
    await expect(options.change({ encrypt: true, key: "keyring" })).rejects.toThrow("There is no keyring here.");
    expect([existsSync(path), options.read().hasKey]).toEqual([false, false]);
    await options.change({ encrypt: true, key: "passphrase" });
    await expect(options.change({ key: "keyring" })).rejects.toThrow("There is no keyring here.");
    ring.failure = null;
    const { options: changed, hasKey } = await options.change({ key: "keyring" });
    expect([changed.encrypt, changed.key, hasKey, ring.kept.size]).toEqual([true, "keyring", true, 1]);
  });

  test("tells what the disk says and leaves the old file", async () => {
    const { root } = await place();
    // Too long for the name of the temporary file.
    const path = join(root, `${"c".repeat(245)}.toml`);
    writeFileSync(path, "# mine\n");
    const options = openOptions(join(root, "state"), nodeHost({ HOME: root, REPRISE_CONFIG: path }));
    expect(() => options.change({ encrypt: true })).toThrow("ENAMETOOLONG");
    expect(readFileSync(path, "utf8")).toBe("# mine\n");
  });
});
