import { type Foreign, fieldOf, textOf } from "../../foreign.ts";

/** An embedded file is named by type and size. */
export function fileText(part: Foreign): string {
  const url = textOf(part.url) ?? textOf(part.uri) ?? "";
  const name = textOf(part.filename) ?? textOf(part.name) ?? textOf(fieldOf(part.source, "path"));
  const embedded = /^data:([^;,]*)/.exec(url);
  const size = embedded ? `, ${Math.ceil(((url.length - url.indexOf(",") - 1) * 3) / 4 / 1024)} kB` : "";
  return `[file: ${name ?? (embedded ? "unnamed" : url)} (${textOf(part.mime) ?? embedded?.[1] ?? "unknown"}${size})]`;
}
