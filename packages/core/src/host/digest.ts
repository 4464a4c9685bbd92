/** In hexadecimal. The module behind it is loaded when it is first needed: a list of sessions does without. */
export function digestOf(text: string, kind: "sha256" | "sha1" = "sha256"): string {
  return process.getBuiltinModule("node:crypto").createHash(kind).update(text).digest("hex");
}

/** In hexadecimal, of bytes as they are. */
export function digestOfBytes(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
