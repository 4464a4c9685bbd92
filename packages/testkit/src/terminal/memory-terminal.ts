import { EventEmitter } from "node:events";
import { type ScreenProgram, terminalScreen } from "./terminal-screen.ts";

interface MemoryTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly program: Omit<ScreenProgram, "exited">;
}

/** Standard input and output of an app in this process, on a terminal without a window. What is typed arrives at once. */
export function memoryTerminal(columns: number, rows: number, whileWaiting: () => void): MemoryTerminal {
  const size = { columns, rows };
  const nothing = () => {};
  const input = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: nothing,
    resume: nothing,
    pause: nothing,
  });
  const send = (text: string) => void input.emit("data", Buffer.from(text));
  const { terminal, program, write } = terminalScreen({ ...size, send, whileWaiting, everyMs: 2 });
  const output = Object.assign(new EventEmitter(), {
    ...size,
    isTTY: true,
    writable: true,
    writableNeedDrain: false,
    write: (text: string) => {
      write(text);
      return true;
    },
  });
  const resize = (width: number, height: number) => {
    terminal.resize(width, height);
    Object.assign(output, { columns: width, rows: height });
    output.emit("resize");
  };
  return {
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    program: { ...program, resize },
  };
}
