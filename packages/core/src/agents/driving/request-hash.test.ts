import { describe, expect, test } from "vitest";
import { isRequestHash, requestHash } from "./request-hash.ts";

describe("requestHash", () => {
  test("does not depend on the order of fields", () => {
    const one = requestHash({ a: 1, b: { c: [1, 2], d: "x" } }, { e: 1, f: 2 });
    expect(requestHash({ b: { d: "x", c: [1, 2] }, a: 1 }, { f: 2, e: 1 })).toBe(one);
    expect(isRequestHash(one)).toBe(true);
  });

  test.each([null, undefined, "", [], {}])("is null where a required part is %j", (part) => {
    expect(requestHash({ a: 1, part })).toBeNull();
  });

  test("takes a false or 0 for a value, and leaves out what is not given", () => {
    expect(requestHash({ a: false, b: 0 })).not.toBeNull();
    expect(requestHash({ a: 1 }, { b: null, c: undefined })).toBe(requestHash({ a: 1 }));
    expect(requestHash({ a: 1 }, { b: false })).not.toBe(requestHash({ a: 1 }));
    expect(requestHash({ a: 1, b: 2 })).not.toBe(requestHash({ a: 1 }, { b: 2 }));
  });

  test("hashes of the first format, or of none, are not taken for one", () => {
    for (const other of ["9f".repeat(32), "2:", "2:9f", "1:".concat("9f".repeat(32)), null, undefined, 2, {}])
      expect(isRequestHash(other)).toBe(false);
  });
});
