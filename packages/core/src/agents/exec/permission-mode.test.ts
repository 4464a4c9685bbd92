import { noSettings } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { type PermissionModes, permissionMode } from "./permission-mode.ts";

const modes: PermissionModes = {
  narrowToWide: ["plan", "default", "edits", "everything"],
  ofSandbox: { "read-only": "plan", "workspace-write": "edits", "danger-full-access": "everything" },
};
const mode = (sandbox: string | null, approvalPolicy: string | null) =>
  permissionMode({ ...noSettings, sandbox, approvalPolicy }, modes);

describe("permissionMode", () => {
  it.each([
    ["read-only", "everything", "plan"],
    ["read-only", "plan", "plan"],
    ["workspace-write", "everything", "edits"],
    ["workspace-write", "edits", "edits"],
    ["workspace-write", "default", "default"],
    ["danger-full-access", "plan", "plan"],
    ["danger-full-access", "everything", "everything"],
  ])("of the sandbox %s and the mode %s is the narrower: %s", (sandbox, own, wanted) => {
    expect(mode(sandbox, own)).toBe(wanted);
  });

  it("is the one that is said where only one is", () => {
    expect(mode(null, "edits")).toBe("edits");
    expect(mode("workspace-write", null)).toBe("edits");
    expect(mode(null, null)).toBeNull();
  });

  it("a word of another agent says nothing; a sandbox nobody knows gives the narrowest", () => {
    expect(mode(null, "on-request")).toBeNull();
    expect(mode("danger-full-access", "on-request")).toBe("everything");
    expect(mode("brand-new", null)).toBe("plan");
    expect(mode("brand-new", "everything")).toBe("plan");
    expect(permissionMode({ ...noSettings, sandbox: "x" }, { narrowToWide: [], ofSandbox: {} })).toBeNull();
  });
});
