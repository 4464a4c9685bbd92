/** Hexadecimal. Loaded on first use: a list does not need it. */
export function digestOf(text: string, kind: "sha256" | "sha1" = "sha256"): string {
  return process.getBuiltinModule("node:crypto").createHash(kind).update(text).digest("hex");
}

export function digestOfBytes(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
