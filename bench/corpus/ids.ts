import type { Random } from "./random.ts";

/** Version 7: the first 48 bits are the time, so that ids of one moment share their beginning. */
export function uuid7(random: Random, atMs: number): string {
  const time = Math.floor(atMs).toString(16).padStart(12, "0");
  const rest = random.hex(19);
  const variant = "89ab"[random.below(4)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

/** What the model's side calls its items: `msg_…`, `rs_…`, `fc_…`, `ctc_…`, `resp_…`. */
export function modelId(random: Random, prefix: string): string {
  return `${prefix}_${random.hex(32)}`;
}

export function callId(random: Random): string {
  return `call_${random.hex(24)}`;
}
