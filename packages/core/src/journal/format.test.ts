import type { Timestamp } from "@reprise/model";
import { expect, it } from "vitest";
import { encodeLine, encodeRecord } from "./format.ts";

it("a line of traffic is encoded as any record", () => {
  const envelope = { v: 1, at: "2026-11-15T20:00:00.000Z" as Timestamp, seq: 7, epoch: 2 };
  for (const line of ["", '{"é":"漢\\n"}', "\u2028 \u0000 \ud800 \\", "a\tb\r"])
    expect(encodeLine(envelope, "stderr", JSON.stringify(line))).toBe(
      encodeRecord({ ...envelope, type: "line", direction: "stderr", line }),
    );
});
