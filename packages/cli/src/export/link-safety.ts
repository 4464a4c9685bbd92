/** A link, or the definition of one, up to its destination; its brackets may be in a quote and span lines. */
const destination = /\](?:\(|:)[\s>]*(?:<([^>\n]*)|([^\s)]*))/g;

/** Schemes that a viewer opens without running anything. */
const harmless = new Set(["http", "https", "mailto"]);

/** Whether Markdown has a link that a viewer might run, such as `javascript:` or `data:`, however it is written. */
export function hasUnsafeLink(markdown: string): boolean {
  return [...markdown.matchAll(destination)].some(([, quoted, bare]) => isUnsafe(quoted ?? bare ?? ""));
}

function isUnsafe(written: string): boolean {
  // Viewers undo escapes, and drop blanks and controls within an address.
  const address = written.replace(/\\(?=[!-/:-@[-`{-~])/g, "").replace(/[\s\p{C}]/gu, "");
  // `src/a.ts:12` and `a.ts:12` are places in a file.
  if (/^[^:&]*[/?#.]/.test(address) && !/^[^/?#]*&/.test(address)) return isRemote(address);
  const scheme = /^([^:&]*)[:&]/.exec(address)?.[1]?.toLowerCase();
  return scheme !== undefined && !(harmless.has(scheme) && address[scheme.length] === ":");
}

/** A name with a dot before the colon is no scheme that viewers know; with a number after it, it is a line. */
function isRemote(address: string): boolean {
  const [, name, rest] = /^([^:/?#]*):(.*)$/s.exec(address) ?? [];
  return name !== undefined && rest !== undefined && !/^\d+(?::\d+)?(?:-\d+)?$/.test(rest);
}
