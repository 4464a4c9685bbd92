import type { FileChange, ItemBody } from "../transcript.ts";

/** The item with its texts replaced. `value`: an input or a raw record, which may be any JSON. Its image, never drawn, is left out. */
export function mapTexts<Body extends ItemBody>(
  body: Body,
  text: (text: string) => string,
  value: (value: unknown) => unknown,
): Body {
  const orNull = (given: string | null) => (given === null ? null : text(given));
  return mapped(body) as Body;

  function mapped(one: ItemBody): ItemBody {
    switch (one.kind) {
      case "prompt":
      case "reply":
      case "reasoning":
      case "notice":
        return { ...one, text: text(one.text) };
      case "attachment":
        return { ...one, text: orNull(one.text), image: undefined };
      case "command":
        return { ...one, command: text(one.command), output: orNull(one.output) };
      case "edit": {
        const changes = one.changes.map((change): FileChange => ({ ...change, diff: orNull(change.diff) }));
        return { ...one, changes };
      }
      case "tool":
        return { ...one, input: value(one.input), output: orNull(one.output) };
      case "approval":
        return { ...one, subject: text(one.subject) };
      case "opaque":
        return { ...one, raw: value(one.raw) };
    }
  }
}
