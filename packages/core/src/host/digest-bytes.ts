/** In hexadecimal, of bytes as they are. */
export function sha256Of(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
