import { expect, test } from "vitest";
import type { SessionId } from "../ids.ts";
import { lineageWords, titleWords } from "./session-words.ts";

test("a name that an agent took from the prompt is not said twice", () => {
  expect(titleWords({ name: "fix the cart", title: "fix the cart" })).toBe("fix the cart");
  expect(titleWords({ name: "cents", title: "fix the cart" })).toBe("cents · fix the cart");
  expect(titleWords({ name: null, title: "" })).toBe("(no prompt)");
});

test("a session that was started from a brief says so in the word for it", () => {
  const session = "codex:a" as SessionId;
  expect(lineageWords({ kind: "handoff", session, turn: 1 })).toBe("brief of codex:a");
  expect(lineageWords({ kind: "replay", session, turn: 1 })).toBe("replay of codex:a");
});
