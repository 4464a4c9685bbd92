import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSchema } from "@reprise/model/schema";
import { makeScratch, type PtyProgram, programEnv, type Scratch, startPty } from "@reprise/testkit";
import { StartedProgram } from "./started-program.ts";

export const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
const recording = fileURLToPath(new URL("../../../fixtures/codex/exec-tools", import.meta.url));

/** The built `reprise open` with its page, a state folder of its own and a recorded session. */
export class OpenStage {
  readonly scratch: Scratch;
  readonly #started: OpenProgram[] = [];

  private constructor(scratch: Scratch) {
    this.scratch = scratch;
  }

  static async open(): Promise<OpenStage> {
    return new OpenStage(await makeScratch("reprise-open"));
  }

  get state(): string {
    return join(this.scratch.root, "state");
  }

  get env(): Record<string, string> {
    const { root, home } = this.scratch;
    const own = { REPRISE_STATE: this.state, REPRISE_CACHE: join(root, "cache"), CODEX_HOME: recording };
    return { ...programEnv, HOME: home, ...own };
  }

  /** With `--json`; resolves with its first line, or its end. */
  async start(
    args: readonly string[] = ["--no-browser"],
    { env = {}, cwd = this.scratch.workspace }: { env?: Record<string, string>; cwd?: string } = {},
  ): Promise<OpenProgram> {
    const child = spawn(reprise, ["open", "--json", ...args], { env: { ...this.env, ...env }, cwd });
    const program = new OpenProgram(child);
    this.#started.push(program);
    await program.started();
    return program;
  }

  terminal(args: readonly string[], env: Record<string, string> = {}): PtyProgram {
    const place = { cwd: this.scratch.workspace, env: { ...this.env, ...env } };
    return startPty({ command: reprise, args: ["open", ...args], ...place, columns: 120 });
  }

  /** Another session of the workspace, in a home of its own: the recorded one under another id. */
  addSession(home: string, id: string): void {
    const known = "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b";
    const day = join("sessions", "2026", "11", "15");
    const name = `rollout-2026-11-15T19-32-56-${known}.jsonl`;
    const text = readFileSync(join(recording, day, name), "utf8");
    mkdirSync(join(home, day), { recursive: true });
    const moved = text.replaceAll(known, id).replaceAll("/srv/proj-a", this.scratch.workspace);
    writeFileSync(join(home, day, name.replace(known, id)), moved);
  }

  /** A browser that only notes the addresses it is started with. */
  notingBrowser(name = "browser"): { readonly path: string; readonly opened: () => string[] } {
    const [path, notes] = [join(this.scratch.root, name), join(this.scratch.root, "opened")];
    writeFileSync(path, `#!/bin/sh\necho "$@" >> '${notes}'\n`);
    chmodSync(path, 0o755);
    const opened = () => (existsSync(notes) ? readFileSync(notes, "utf8").trimEnd().split("\n") : []);
    return { path, opened };
  }

  async close(): Promise<void> {
    for (const program of this.#started) await program.kill("SIGKILL");
    await this.scratch.remove();
  }
}

export class OpenProgram extends StartedProgram {
  /** The link of its first line. */
  get link(): URL {
    return new URL(openSchema.parse(JSON.parse(this.firstLine)).url);
  }
}

/** What a browser sends after it has opened the link, and where that led it. */
export async function enter(link: URL): Promise<{ cookie: string; location: string | null; status: number }> {
  const { headers, status } = await fetch(link, { redirect: "manual" });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, location: headers.get("location"), status };
}
