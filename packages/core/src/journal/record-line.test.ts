import type { Timestamp } from "@reprise/model";
import { expect, it } from "vitest";
import { decodeRecord, encodeLine, encodeRecord } from "./record-line.ts";

it("a line of traffic is encoded as any record", () => {
  const envelope = { v: 1, at: "2026-11-15T20:00:00.000Z" as Timestamp, seq: 7, epoch: 2 };
  for (const line of ["", '{"é":"漢\\n"}', "\u2028 \u0000 \ud800 \\", "a\tb\r"])
    expect(encodeLine(envelope, "stderr", JSON.stringify(line))).toBe(
      encodeRecord({ ...envelope, type: "line", direction: "stderr", line }),
    );
});

it("a request that an older release recorded gets the fields that were added since", () => {
  const request = { id: "q", kind: "command", subject: "make", hash: "h", choices: ["once"], questions: [] };
  expect(decodeRecord({ type: "request-asked", v: 1, at: "t", request }, "/j")).toMatchObject({
    request: { ...request, environment: null, network: null, grants: [], rule: null, changes: [] },
  });
});

it("anything but an object with a type and a version is no record", () => {
  for (const value of [null, 7, "x", [], {}, { type: "text" }, { v: 1 }, { type: 1, v: 1 }, { type: "text", v: "1" }])
    expect(decodeRecord(value, "/j")).toBeNull();
});

it("a record of this or an older version is taken as it is; one of a newer is refused, with what to do", () => {
  for (const v of [0, 1])
    expect(decodeRecord({ type: "unparked", v, more: 2 }, "/j")).toEqual({ type: "unparked", v, more: 2 });
  const refused = expect.objectContaining({
    code: "newer-version",
    message: "/j was written by a newer Reprise (format 2, this one reads 1). Update Reprise to resume it.",
  });
  expect(() => decodeRecord({ type: "text", v: 2 }, "/j")).toThrow(refused);
});
