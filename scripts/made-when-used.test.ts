import { visibleWidth } from "@earendil-works/pi-tui";
import { build } from "esbuild";
import { expect, test, vi } from "vitest";
import { madeWhenUsed } from "./made-when-used.mjs";

interface Built {
  readonly visibleWidth: (text: string) => number;
}

test("nothing is made before it is needed, and widths are what they were", async () => {
  const bundled = await build({
    stdin: {
      contents: 'export { visibleWidth } from "@earendil-works/pi-tui/dist/utils.js";',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [madeWhenUsed],
  });
  const made = vi.spyOn(Intl, "Segmenter");
  const source = Buffer.from(bundled.outputFiles[0]?.contents ?? []).toString("base64");
  const built = (await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`)) as Built;
  expect(built.visibleWidth("plain")).toBe(5);
  expect(made).not.toHaveBeenCalled();
  for (const text of ["日本語", "👩‍👩‍👧 e\u0301", "☎️ ☎", "\x1b[1m–\x1b[0m"])
    expect(built.visibleWidth(text)).toBe(visibleWidth(text));
  expect(made).toHaveBeenCalledOnce();
});
