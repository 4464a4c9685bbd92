import { digestOf } from "../../../host/digest.ts";

const counts = 0x1000n;
const kept = (1n << 48n) - 1n;

/** An id in OpenCode's format: time, count, letters. Messages and parts sort by id, and those of a resumed session must sort after ours. */
export function ascendingId(kind: "msg" | "prt", at: { ms: number; count: number }, seed: string): string {
  return `${kind}_${timeOf(BigInt(at.ms) * counts + BigInt(at.count))}${tailOf(`${kind} ${at.count} ${seed}`)}`;
}

/** Newer sessions sort first. */
export function sessionId(ms: number, seed: string): string {
  return `ses_${timeOf(~(BigInt(ms) * counts))}${tailOf(seed)}`;
}

function timeOf(value: bigint): string {
  return (value & kept).toString(16).padStart(12, "0");
}

function tailOf(seed: string): string {
  return digestOf(seed).slice(0, 14);
}
