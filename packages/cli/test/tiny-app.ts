// A program with one screen, for tests of what happens to the terminal around it: `node tiny-app.ts`.
import { existsSync, writeFileSync } from "node:fs";
import type { World } from "@reprise/tui";
import { App, makeTheme, realTerminal } from "@reprise/tui";
import { dropTyped } from "../src/app/drop-typed.ts";
import { startProgram } from "../src/app/start-program.ts";
import { makeGuard } from "../src/app/terminal-guard.ts";
import { interruptionBy } from "../src/interruption.ts";

interface State {
  readonly text: string;
}
interface Told {
  readonly type: "told";
}

const interruption = interruptionBy(["SIGINT", "SIGTERM", "SIGHUP"]);
const { guard, suspend } = makeGuard({ onInterrupt: (listener) => interruption.listen(listener) });
const outside = () =>
  startProgram({
    command: "/bin/sh",
    args: ["-c", "echo OUTSIDE; exec head -n 1"],
    cwd: "/",
    env: process.env,
  }).then(() => {});

/** Reads nothing, from the moment there is a file `busy` until there is a file `go`. */
function stayBusy(): void {
  writeFileSync("busy", "");
  while (!existsSync("go")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

const app = new App({
  world: { now: () => new Date().toISOString() } as World,
  terminal: realTerminal({ input: process.stdin, output: process.stdout, dropTyped }),
  theme: makeTheme({ hasColor: true }),
  suspend,
  open: (_opening, mount) =>
    mount<State, Told, string>(
      {
        name: "tiny",
        keys: [],
        update(state, event) {
          if (event.type === "returned") return { state: { text: "returned" } };
          if (event.type === "resize") return { state: { text: "resized" } };
          if (event.type === "paste") return { state: { text: `pasted ${event.text}` } };
          if (event.type === "wheel") return { state: { text: `wheel ${event.lines}` } };
          if (event.type !== "key") return { state };
          if (event.key === "q") return { state, go: { quit: 0 } };
          if (event.key === "b" || event.key === "w") {
            stayBusy();
            return event.key === "w" ? { state, go: { quit: 0 } } : { state: { text: "was busy" } };
          }
          if (event.key === "x") throw new Error("the reducer broke");
          if (event.key === "v") return { state: { text: "break the view" } };
          if (event.key === "u" || event.key === "r" || event.key === "e") return { state, tasks: [event.key] };
          if (event.key === "o") return { state, go: { outside } };
          return { state: { text: `key ${event.key}` } };
        },
        view({ text }, { columns, rows }) {
          if (text === "break the view") throw new Error("the view broke");
          const edge = "=".repeat(columns - 1);
          return { lines: [`pid ${process.pid} `, text, ...Array(rows - 3).fill(""), `${edge}#`] };
        },
        async perform(task) {
          if (task === "e") process.exit(3);
          const broken = () => {
            throw new Error("nobody caught this");
          };
          if (task === "u") setTimeout(broken, 1);
          else void Promise.resolve().then(broken);
        },
      },
      { state: { text: "begun" }, tasks: [] },
    ),
});
const release = guard(app);
try {
  process.exitCode = await app.run({ screen: "sessions" });
} catch (error) {
  process.stderr.write(`tiny: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  release();
}
const cause = interruption.cause();
if (cause !== null) process.kill(process.pid, cause);
