import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeScratch, type PtyProgram, type Scratch, startPty, until } from "@reprise/testkit";
import { expect } from "vitest";

export const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

/** A home of a person, and a folder for what is temporary. */
export class DemoStage {
  readonly scratch: Scratch;
  readonly temporary: string;

  private constructor(scratch: Scratch) {
    this.scratch = scratch;
    this.temporary = join(scratch.root, "tmp");
    mkdirSync(this.temporary);
  }

  static async open(name: string): Promise<DemoStage> {
    return new DemoStage(await makeScratch(name));
  }

  get env(): Record<string, string> {
    return { PATH: process.env.PATH ?? "", HOME: this.scratch.home, TMPDIR: this.temporary };
  }

  /** Between two looks at the terminal's settings, by a shell that outlives it. */
  openInShell(args: string, { columns = 100, rows = 30 } = {}): PtyProgram {
    const script = `stty -a >before; ${reprise} ${args}; echo "ended with $?"; stty -a >after; echo all-done; read wait`;
    return startPty({
      command: "/bin/sh",
      args: ["-c", script],
      cwd: this.scratch.root,
      env: this.env,
      columns,
      rows,
    });
  }

  /** Without a shell around it. */
  open(...args: string[]): PtyProgram {
    const place = { cwd: this.scratch.root, env: this.env, columns: 100, rows: 30 };
    return startPty({ command: reprise, args, ...place });
  }

  /** The scratch folder of the demo that runs. */
  get folder(): string {
    const [name] = readdirSync(this.temporary).filter((one) => one.startsWith("reprise-demo-"));
    if (name === undefined) throw new Error("No demo runs.");
    return join(this.temporary, name);
  }

  /** Whatever was started for the demo has its folder in the environment. */
  processes(): number[] {
    const pids = readdirSync("/proc").map(Number);
    return pids.filter((pid) => pid > 0 && environmentOf(pid).includes(`${this.temporary}/reprise-demo-`));
  }

  async expectNothingLeft(): Promise<void> {
    await until(() => readdirSync(this.temporary).length === 0, { what: "an empty folder" });
    await until(() => this.processes().length === 0, { what: "the end of the demo's processes" });
  }

  /** The terminal's settings are those of before, and the shell has gone on. */
  async expectAsBefore(pty: PtyProgram, code: number): Promise<void> {
    await pty.shows("all-done");
    expect(pty.text()).toContain(`ended with ${code}`);
    const settings = (name: string) => readFileSync(join(this.scratch.root, name), "utf8");
    expect(settings("after")).toBe(settings("before"));
  }

  close(): Promise<void> {
    return this.scratch.remove();
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return ""; // it has ended, or is another person's
  }
}
