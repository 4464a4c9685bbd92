import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { editToml } from "./edit-toml.ts";

const edited = (text: string, key = "persist", value: string | number | boolean | readonly string[] = false) =>
  editToml(text, "workbench", key, value);

describe("a value is set, and nothing else changes", () => {
  test.each([
    ["", "[workbench]\npersist = false\n"],
    ['fallback = "ask"', 'fallback = "ask"\n\n[workbench]\npersist = false\n'],
    ["# mine\nx = 1\n", "# mine\nx = 1\n\n[workbench]\npersist = false\n"],
    ["a = 1\r\n[b]\r\nc = 2\r\n", "a = 1\r\n[b]\r\nc = 2\r\n\r\n[workbench]\r\npersist = false\r\n"],
    ["[workbench] # of mine\n", "[workbench] # of mine\npersist = false\n"],
    [
      "[workbench]\nencrypt = true # always\n# end\n\n[z]\na = 1\n",
      "[workbench]\nencrypt = true # always\npersist = false\n# end\n\n[z]\na = 1\n",
    ],
    ["[workbench]\n persist  =  true # why not\n", "[workbench]\n persist  =  false # why not\n"],
    ['["work\\u0062ench"]\n"persist" = true', '["work\\u0062ench"]\n"persist" = false'],
    ["workbench.persist = true\n[x]\n", "workbench.persist = false\n[x]\n"],
    [
      "workbench . encrypt = true # a\n[x]\ny = 1",
      "workbench . encrypt = true # a\nworkbench.persist = false\n[x]\ny = 1",
    ],
    ["workbench = { encrypt = true } # b", "workbench = { encrypt = true, persist = false } # b"],
    ["workbench = {}", "workbench = { persist = false }"],
    ["workbench = { persist = true, key = 'keyring' }", "workbench = { persist = false, key = 'keyring' }"],
    ["[workbench.later]\na = 1\n", "[workbench.later]\na = 1\n\n[workbench]\npersist = false\n"],
    [
      "[workbench]\nredact = [ # two\n  \"a]\", # one\n  'b',\n]\n",
      "[workbench]\nredact = [ # two\n  \"a]\", # one\n  'b',\n]\npersist = false\n",
    ],
    [
      'text = """\n[workbench]\npersist = true\n"""\nwhen = 1979-05-27 07:32:00Z # then\n',
      'text = """\n[workbench]\npersist = true\n"""\nwhen = 1979-05-27 07:32:00Z # then\n\n[workbench]\npersist = false\n',
    ],
    [
      "[[list]]\npersist = true\n[[list]]\nworkbench = {persist = true}\n[workbench]\n",
      "[[list]]\npersist = true\n[[list]]\nworkbench = {persist = true}\n[workbench]\npersist = false\n",
    ],
  ])("%j", (before, after) => {
    expect(edited(before)).toBe(after);
  });

  test("of any kind", () => {
    expect(edited("", "redact", ['a"b\\', "\n"])).toBe('[workbench]\nredact = [ "a\\"b\\\\", "\\n" ]\n');
    expect(edited("", "retention-days", 7)).toBe("[workbench]\nretention-days = 7\n");
    expect(edited("", "telemetry", "off")).toBe('[workbench]\ntelemetry = "off"\n');
  });
});

test.each(["workbench = 1", "[[workbench]]\na = 1", 'workbench = ["a"]'])("%j is left as it is", (text) => {
  expect(edited(text)).toBeNull();
});

test("whatever the file holds, it is kept", () => {
  const key = fc.oneof(fc.constantFrom("workbench", "persist", "a"), fc.string({ minLength: 1 }));
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.date({ noInvalidDate: true, min: new Date("0001-01-02"), max: new Date("9999-12-30") }),
  );
  const table = fc.dictionary(key, fc.oneof(leaf, fc.array(fc.string()), fc.dictionary(key, leaf)), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(table, (before) => {
      let text: string;
      try {
        text = stringify(before);
      } catch {
        return;
      }
      const after = edited(text);
      const known = parse(text) as Record<string, unknown>;
      if (after === null) expect(typeof known.workbench).not.toBe("undefined");
      else
        expect(parse(after)).toEqual({
          ...known,
          workbench: { ...(known.workbench as object), persist: false },
        });
    }),
    { numRuns: 500 },
  );
});
