import type { ItemBody } from "@reprise/model";

/** An item of each kind, with this text wherever possible. */
export function itemsOf(text: string): readonly ItemBody[] {
  const status = "done";
  const change = (change: "add" | "update") => ({ path: text.slice(0, 5000), change, diff: text });
  return [
    { kind: "prompt", text },
    { kind: "attachment", what: "file", name: text.slice(0, 5000), text },
    { kind: "reply", text },
    { kind: "reasoning", text },
    { kind: "notice", text },
    { kind: "command", command: text, output: text, exitCode: 0, status },
    { kind: "edit", changes: [change("add"), change("update")], status },
    {
      kind: "tool",
      name: text.slice(0, 5000),
      input: { text, list: text.split(" ", 5000) },
      output: text,
      status,
    },
    { kind: "approval", subject: text, decision: text },
    { kind: "opaque", raw: { text } },
  ];
}
