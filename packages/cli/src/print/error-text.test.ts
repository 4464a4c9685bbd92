import { SessionError } from "@reprise/model";
import { expect, test } from "vitest";
import { errorText } from "./error-text.ts";

test("candidates are printed with their titles, which cannot act on a terminal", () => {
  const error = new SessionError("ambiguous", "a names 2 sessions.", {
    candidates: ["codex:a1", "codex:a2"],
    titles: ["Fix \u001b[2Jthe test", ""],
  });
  expect(errorText(error, { asJson: false })).toBe(
    "reprise: a names 2 sessions.\n  codex:a1  Fix the test\n  codex:a2\n",
  );
  expect(JSON.parse(errorText(error, { asJson: true })).error.candidates).toEqual(["codex:a1", "codex:a2"]);
});
