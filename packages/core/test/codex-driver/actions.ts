import type { Action } from "@reprise/testkit";

/** What a model does to make Codex run a command, ask for one, patch a file or call a tool of an MCP server. */
export const run = (cmd: string): Action => ({ call: { name: "exec_command", arguments: { cmd } } });

export const escalated = (cmd: string): Action => ({
  call: {
    name: "exec_command",
    arguments: { cmd, sandbox_permissions: "require_escalated", justification: "may I?" },
  },
});

export const patch = (...lines: string[]): Action => ({
  custom: { name: "apply_patch", input: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") },
});

export const adding = (file: string): Action => patch(`*** Add File: ${file}`, "+hi");

export const calling = (name: string, input: object = {}): Action => ({
  call: { name, namespace: "mcp__echo", arguments: input },
});

export const asking = { sandbox: "workspace-write", approvalPolicy: "on-request" };
export const free = { sandbox: "danger-full-access", approvalPolicy: "never" };
