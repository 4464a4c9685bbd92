import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { until } from "@reprise/testkit";

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that says in its first line that it runs, and what it has printed so far. */
export class StartedProgram {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      this.stdout += piece;
    });
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      this.stderr += piece;
    });
  }

  get firstLine(): string {
    return this.stdout.split("\n")[0] ?? "";
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Once its first line is there, or it has ended. */
  async started(): Promise<void> {
    await until(() => this.stdout.includes("\n") || this.hasEnded, { what: "the first line" });
  }

  async ended(): Promise<ProgramEnd> {
    const { child } = this;
    if (!this.hasEnded) await once(child, "exit");
    return { code: child.exitCode, signal: child.signalCode };
  }

  kill(signal: NodeJS.Signals): Promise<ProgramEnd> {
    this.child.kill(signal);
    return this.ended();
  }
}
