import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { locateBinary } from "@reprise/testkit";
import { node } from "../measure/reprise.ts";

const loadAtStart = loadavg()[0]?.toFixed(1);

/** What the figures were taken on. */
export function machineText(): string {
  const { command, leadingArgs } = locateBinary("codex");
  const gigabytes = Math.round(totalmem() / 1e9);
  const loadAtEnd = loadavg()[0]?.toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}`,
    `${cpus().length} cores, ${gigabytes} GB, ${process.platform} ${process.arch}`,
    `Node ${printed(node, ["-v"])}`,
    printed(command, [...leadingArgs, "--version"]),
    `load of the machine: ${loadAtStart} at the start, ${loadAtEnd} at the end`,
  ].join("; ");
}

function printed(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
