import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textAfter } from "@reprise/testkit";

/** Where a terminal runs: all it needs is in the folder. */
export interface Stand {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  size(): { readonly columns: number; readonly rows: number };
}

/** A program that shows a terminal in a window. */
export interface Emulator {
  readonly name: string;
  /** Which programs must be here, each with the option that makes it tell its version. */
  readonly needs: Readonly<Record<string, string>>;
  /** As the windows are known to the display. */
  readonly kind: string;
  /** It says which modes are on, also those of its own. */
  readonly tellsModes: boolean;
  /** Rows of the window below those of the program in it. */
  readonly ownRows: number;
  /** Where what is copied in it comes to. */
  readonly copiesTo: "primary" | "clipboard";
  /** The command line that runs a shell script in a new window. */
  command(script: string, stand: Stand): readonly string[];
  /** What stands on it now. */
  screen(stand: Stand): Promise<string> | string;
  /** After its window was closed: what it leaves running by design. */
  end?(stand: Stand): void;
}

/** With what docs/terminals.md tells a person to set, and with all that is written to it in a file. */
function inXterm(folder: string, ...settings: readonly string[]): readonly string[] {
  const resources = ["allowWindowOps: true", ...settings].flatMap((setting) => ["-xrm", `XTerm*${setting}`]);
  return ["xterm", "-geometry", "100x30+0+0", ...resources, "-l", "-lf", join(folder, "log"), "-e"];
}

const xterm: Emulator = {
  name: "xterm",
  needs: { xterm: "-version" },
  kind: "XTerm",
  tellsModes: true,
  ownRows: 0,
  copiesTo: "clipboard",
  command: (script, { folder }) => [...inXterm(folder), "/bin/bash", "--norc", "-c", script],
  screen: ({ folder, size }) => {
    const { columns, rows } = size();
    return textAfter(readFileSync(join(folder, "log"), "utf8"), columns, rows);
  },
};

const kitty: Emulator = {
  name: "kitty",
  needs: { kitty: "--version" },
  kind: "kitty",
  tellsModes: true,
  ownRows: 0,
  copiesTo: "clipboard",
  command: (script, { folder }) => [
    ...["kitty", "--config", "NONE", "--listen-on", `unix:${join(folder, "kitty")}`],
    ...["-o", "allow_remote_control=yes", "-o", "confirm_os_window_close=0", "-o", "update_check_interval=0"],
    ...["-o", "remember_window_size=no", "-o", "initial_window_width=100c", "-o", "initial_window_height=30c"],
    ...["/bin/bash", "--norc", "-c", script],
  ],
  screen: ({ folder, env }) => told(["kitty", "@", "--to", `unix:${join(folder, "kitty")}`, "get-text"], env),
};

/** What docs/terminals.md tells a person to set. */
const tmuxSettings = `set -s extended-keys on
set -as terminal-features ',xterm*:extkeys'
set -s set-clipboard on
set -s escape-time 10
`;

const tmux: Emulator = {
  name: "tmux in xterm",
  needs: { ...xterm.needs, tmux: "-V" },
  kind: "XTerm",
  tellsModes: false,
  ownRows: 1, // its status line
  copiesTo: "primary", // it does not say which to xterm, and that is xterm's own choice then
  command: (script, { folder }) => {
    const [settings, program] = [join(folder, "tmux.conf"), join(folder, "script")];
    writeFileSync(settings, tmuxSettings);
    writeFileSync(program, script);
    const tmux = ["tmux", "-S", join(folder, "tmux"), "-f", settings, "new-session", `bash --norc ${program}`];
    return [...inXterm(folder, "metaSendsEscape: true"), ...tmux];
  },
  screen: ({ folder, env }) => told(["tmux", "-S", join(folder, "tmux"), "capture-pane", "-p"], env),
  // A closed window leaves its server and all in it running: that is what tmux is for.
  end: ({ folder, env }) => void told(["tmux", "-S", join(folder, "tmux"), "kill-server"], env),
};

export const emulators: readonly Emulator[] = [xterm, kitty, tmux];

function told([command = "", ...args]: readonly string[], env: Stand["env"]): string {
  return execFileSync(command, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** The first line of what it says of itself; null when it is not here. */
export function versionOf(program: string, option: string): string | null {
  try {
    return (
      execFileSync(program, [option], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n")[0] ?? ""
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : program;
  }
}
