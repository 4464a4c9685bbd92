import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Demo, openDemo } from "@reprise/demo";
import { until } from "@reprise/testkit";
import { reprise } from "../demo-stage.ts";
import type { Display } from "./display.ts";
import type { Emulator, Stand } from "./emulators.ts";

/** A terminal in its window, and a machine with sample sessions and a scripted agent that outlives it. */
export interface Window {
  readonly demo: Demo;
  readonly display: Display;
  readonly emulator: Emulator;
  /** Of the script that runs in the terminal: what it leaves is there. */
  readonly folder: string;
  shows(text: string | RegExp): Promise<void>;
  screen(): Promise<string>;
  size(): { readonly columns: number; readonly rows: number };
  /** A file that the script writes; resolves when it is there. */
  file(name: string): Promise<string>;
  /** The window goes, and whoever runs in it is told by SIGHUP. Resolves when the emulator has ended. */
  shut(): Promise<void>;
  /** Ends what the emulator leaves running without a window. */
  end(): void;
}

const own = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const node = `${process.execPath} --disable-warning=ExperimentalWarning`;

/** What a script in the window can say. */
export const commands = {
  app: reprise,
  /** One screen that breaks when it is told to. */
  tinyApp: `${node} ${own("../tiny-app.ts")}`,
  modes: (name: string) => `${node} ${own("./tell-modes.ts")} ${name}`,
  columns: (name: string) => `${node} ${own("./tell-columns.ts")} ${name}`,
};

/** Runs the script in a window of its own, in the demo's project, while `act` looks at it. */
export async function inWindow(
  emulator: Emulator,
  display: Display,
  script: string,
  act: (window: Window) => Promise<void>,
): Promise<void> {
  const demo = await openDemo({ env: { ...process.env }, now: new Date(), program: [reprise] });
  const folder = mkdtempSync(join(tmpdir(), "reprise-window-"));
  const env = {
    ...demo.env,
    TERM: undefined,
    COLORTERM: undefined,
    TMUX: undefined,
    STY: undefined,
    DISPLAY: display.name,
    LIBGL_ALWAYS_SOFTWARE: "1",
    XDG_RUNTIME_DIR: folder,
    LANG: "C.UTF-8",
    VISUAL: "sed -i s/EDIT/edited/",
    WINDOW_FOLDER: folder,
  };
  const size = () => {
    const tty = readFileSync(join(folder, "tty"), "utf8").trim();
    const told = execFileSync("stty", ["-F", tty, "size"], { encoding: "utf8", stdio: "pipe" }).split(" ").map(Number);
    return { rows: told[0] ?? 0, columns: told[1] ?? 0 };
  };
  const stand: Stand = { folder, env, size };
  const inProject = `tty > ${folder}/tty; cd ${demo.cwd}; ${script}`;
  const [command = "", ...args] = emulator.command(inProject, stand);
  const child = spawn(command, args, { cwd: folder, env, stdio: "ignore" });
  const ended = once(child, "exit");
  const screen = async () => {
    try {
      return await emulator.screen(stand);
    } catch {
      return ""; // it is not there yet
    }
  };
  const window: Window = {
    demo,
    display,
    emulator,
    folder,
    screen,
    size,
    shows: async (text) => {
      let seen = "";
      const holds = async () => {
        seen = await screen();
        return typeof text === "string" ? seen.includes(text) : text.test(seen);
      };
      await until(holds, { timeoutMs: 20_000, everyMs: 60, what: `${text}` }).catch((error: Error) => {
        throw new Error(`${error.message} There was:\n${seen}`);
      });
    },
    file: async (name) => {
      const path = join(folder, name);
      await until(() => existsSync(path), { timeoutMs: 20_000, what: `${name}` });
      return readFileSync(path, "utf8");
    },
    shut: async () => {
      child.kill("SIGTERM");
      const stuck = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(stuck);
    },
    end: () => emulator.end?.(stand),
  };
  try {
    await display.focus(emulator.kind);
    await act(window);
  } finally {
    if (child.exitCode === null && child.signalCode === null) await window.shut();
    try {
      window.end();
    } catch {
      // Its last program has ended, and it with that.
    }
    await demo.cleanup();
    rmSync(folder, { recursive: true, force: true });
  }
}
