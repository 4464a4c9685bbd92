import { describe, expect, test } from "vitest";
import { everyKind, everyKindAtTheModel } from "../../../../test/codex-driver/history.ts";
import { responseItemsOf } from "./response-items.ts";

describe("response items", () => {
  const items = everyKind.flatMap(responseItemsOf);

  test("hold texts and calls as they are, each call before its output", () => {
    const sent = items.map(({ internal_chat_message_metadata_passthrough: _, ...item }) => item);
    expect(sent).toEqual(everyKindAtTheModel);
  });

  test("say that a prompt is the person's, however it begins", () => {
    for (const item of items) expect("internal_chat_message_metadata_passthrough" in item).toBe(item.role === "user");
  });

  test("have names and arguments that a strict provider takes", () => {
    const calls = items.filter(({ type }) => type === "function_call");
    expect(calls).toHaveLength(4);
    for (const { name, arguments: given } of calls) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(JSON.parse(String(given))).toBeTypeOf("object");
    }
  });
});
