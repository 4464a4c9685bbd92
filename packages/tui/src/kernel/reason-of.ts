/** Why something failed, as it is told to a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
