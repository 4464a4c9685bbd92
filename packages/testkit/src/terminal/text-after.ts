import xterm from "@xterm/headless";
import { linesOf } from "./screen-text.ts";

/** The content of a terminal of that size after all this output. */
export async function textAfter(written: string, columns: number, rows: number): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const lines = linesOf(terminal);
  terminal.dispose();
  return lines.join("\n");
}
