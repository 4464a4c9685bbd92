/** From narrow to wide. */
export const sandboxes: readonly string[] = ["read-only", "workspace-write", "danger-full-access"];
