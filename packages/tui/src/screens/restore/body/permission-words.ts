import type { Settings } from "@reprise/model";

const words: Readonly<Partial<Record<keyof Settings, Readonly<Record<string, string>>>>> = {
  sandbox: {
    "read-only": "may read, and change nothing",
    "workspace-write": "may change files of the workspace",
    "danger-full-access": "may change anything on this machine",
  },
  approvalPolicy: {
    untrusted: "asks before all but known harmless commands",
    "on-failure": "asks when a command fails in the sandbox",
    "on-request": "asks when it wants more than the sandbox gives",
    never: "never asks",
    default: "asks before it edits or runs something",
    plan: "only plans",
    acceptEdits: "edits without asking",
    auto_edit: "edits without asking",
    bypassPermissions: "does everything without asking",
    yolo: "does everything without asking",
  },
};

/** What a setting permits; null for one that permits nothing, or is in words we do not know. */
export function permissionWords(field: keyof Settings, value: string): string | null {
  const known = words[field];
  return known !== undefined && Object.hasOwn(known, value) ? (known[value] ?? null) : null;
}
