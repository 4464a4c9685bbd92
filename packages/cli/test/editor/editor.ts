import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { until } from "@reprise/testkit";

const tools = fileURLToPath(new URL("../../../../tools/vscode/package.json", import.meta.url));
const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));

/** The real VS Code of code-server, without what needs a compiler: terminals and its own log files. */
export class Editor {
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #output = "";
  #url = "";

  /** Everything it writes is in `folder`. */
  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.#folder = folder;
    const temporary = join(folder, "tmp");
    mkdirSync(temporary, { recursive: true });
    const path = [dirname(process.execPath), process.env.PATH].join(":");
    this.#env = { PATH: path, ...env, TMPDIR: temporary, XDG_RUNTIME_DIR: temporary };
  }

  async install(extension: string): Promise<void> {
    const [program, ...args] = this.#command("--install-extension", extension, "--force");
    await promisify(execFile)(program, args, { env: this.#env });
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const settings = join(this.#folder, "user/Machine/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ "reprise.program": reprise }));
    const [program, ...args] = this.#command(
      ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--disable-workspace-trust"],
    );
    const child = spawn(program, args, { env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (piece: string) => {
        this.#output += piece;
      });
    const found = await until(() => /listening on (\d+)/.exec(this.#output) ?? this.#failure(), {
      what: "VS Code",
    });
    this.#url = `http://127.0.0.1:${found[1]}`;
  }

  /** The address of a window with a folder. */
  addressOf(folder: string): string {
    return `${this.#url}/?folder=${encodeURIComponent(folder)}`;
  }

  /** Ends it with its windows' processes. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  #command(...args: readonly string[]): [string, ...string[]] {
    const code = dirname(createRequire(tools).resolve("code-server/package.json"));
    const at = (name: string) => join(this.#folder, name);
    const places = [
      "--server-data-dir",
      at("server"),
      "--user-data-dir",
      at("user"),
      "--extensions-dir",
      at("extensions"),
    ];
    const quiet = ["--accept-server-license-terms", "--telemetry-level", "off"];
    return [process.execPath, join(code, "lib/vscode/out/server-main.js"), ...places, ...quiet, ...args];
  }

  #failure(): null {
    if (this.#child?.exitCode == null) return null;
    throw new Error(`VS Code ended with ${this.#child.exitCode}: ${this.#output}`);
  }
}
