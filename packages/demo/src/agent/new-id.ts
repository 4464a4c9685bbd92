import { randomBytes } from "node:crypto";

/** A UUIDv7, as Codex names threads, turns and items. */
export function newId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  const bits = randomBytes(10).toString("hex");
  return [time.slice(0, 8), time.slice(8, 12), `7${bits.slice(0, 3)}`, `8${bits.slice(3, 6)}`, bits.slice(6, 18)].join(
    "-",
  );
}
