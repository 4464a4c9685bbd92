import xterm from "@xterm/headless";

/** The content of a terminal of that size after all this output. */
export async function textAfter(written: string, columns: number, rows: number): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) =>
    active.getLine(active.baseY + row)?.translateToString(true, 0, columns),
  );
  terminal.dispose();
  return lines.join("\n");
}
