import { type ItemBody, jsonText, mapTexts } from "@reprise/model";

/** Texts of at most so many characters. What became of work is looked up by its text: without a good outcome that is kept whole. */
export function shortenBody(body: ItemBody, limit: number): ItemBody {
  const isSettled = !("status" in body) || body.status === "done";
  if (body.kind === "edit" && !isSettled) return body;
  const short = (text: string) => (text.length > limit ? shortText(text, limit) : text);
  const made = mapTexts(body, short, (value) => shortValue(value, short));
  if (made.kind === "command" && body.kind === "command" && !isSettled) return { ...made, command: body.command };
  if (made.kind === "tool" && body.kind === "tool" && !isSettled) return { ...made, input: body.input };
  return made;
}

function shortValue(value: unknown, short: (text: string) => string): unknown {
  if (typeof value === "string") return short(value);
  if (value === null || value === undefined) return value;
  const text = jsonText(value);
  const kept = short(text);
  return kept === text ? value : kept;
}

/** A copy: a substring would keep the whole string alive. */
function shortText(text: string, limit: number): string {
  const head = Math.floor(limit * 0.9);
  return Buffer.from(`${text.slice(0, head)}\n…\n${text.slice(head - limit)}`, "utf8").toString("utf8");
}
