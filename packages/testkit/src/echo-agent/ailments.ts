import type { AilmentScan } from "@reprise/core/agents";

const mostBytes = 1_000_000;

/** Text with a NUL, which the program refuses on resume. */
export const echoAilments: AilmentScan = {
  agent: "echo",
  async *scan({ path: file }, host) {
    let byteOffset = 0;
    for (const [index, text] of (host.files.text(file, mostBytes) ?? "").split("\n").entries()) {
      if (text.includes("\\u0000"))
        yield {
          kind: "nul",
          onResume: "refused",
          file,
          line: index + 1,
          byteOffset,
          detail: "It holds a NUL.",
        };
      byteOffset += Buffer.byteLength(text) + 1;
    }
  },
};
