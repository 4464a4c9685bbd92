import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactorWith } from "./redactor.ts";

const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;

describe("a redactor", () => {
  it("takes out known secrets and matches of its patterns", () => {
    const { redact } = redactorWith(["ACME-\\d+"]);
    expect(redact(`a ACME-12 b ${token} c`)).toBe("a [redacted pattern] b [redacted github token] c");
    expect(redactorWith([]).redact(`ACME-12 ${token}`)).toBe("ACME-12 [redacted github token]");
  });

  it("keeps JSON valid, whatever its patterns match", () => {
    const { redact } = redactorWith(['"', "[{}:,\\\\]+", "name", "a.*z"]);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const redacted: unknown = JSON.parse(redact(JSON.stringify(value)));
        expect(typeof redacted).toBe("object");
      }),
    );
    expect(redact('{"name":"a\\"z","password":"hunter2hunter2"}')).toBe(
      '{"[redacted pattern]":"[redacted pattern]","password":"[redacted secret]"}',
    );
  });

  it("gives out everything on demand, and still recognises the rest of a secret and of a match", () => {
    const stream = redactorWith(["KEY[a-z]+"]).stream();
    expect(stream.push("see KEYab")).toBe("see ");
    expect(stream.isSettled).toBe(false);
    expect(stream.flush()).toBe("[redacted pattern]");
    expect(stream.isSettled).toBe(true);
    expect(stream.push(`cd ${token.slice(0, 36)}`)).toBe(" ");
    expect(stream.flush()).toBe("[redacted github token]");
    expect(stream.push(`${token.slice(36)} end\n`)).toBe(" end\n");
  });
});
