export type ServerEvent = { event: string | null; content: unknown };

/** The server-sent events in a text, without an unfinished last one. */
export function parseEvents(text: string): ServerEvent[] {
  const blocks = text.split("\n\n").slice(0, -1);
  return blocks.map((block) => {
    const field = (name: string) =>
      block
        .split("\n")
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const content = field("data") ?? "";
    return { event: field("event") ?? null, content: content === "[DONE]" ? content : JSON.parse(content) };
  });
}
