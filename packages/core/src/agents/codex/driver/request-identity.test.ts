import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvalOf } from "./requests/approval.ts";
import type { RequestScope } from "./requests/translated-request.ts";

/** Everything that decides what a request allows, one value per component. */
interface Parts {
  readonly home: string;
  readonly workspace: string;
  readonly sandbox: string;
  readonly network: boolean;
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly what: string;
  readonly permissions: string | null;
  readonly environment: string | null;
  readonly host: string | null;
  readonly root: string | null;
}

const text = fc.string({ minLength: 1, maxLength: 6 });
const parts: fc.Arbitrary<Parts> = fc.record({
  home: text,
  workspace: text,
  cwd: text,
  what: text,
  sandbox: fc.constantFrom("read-only", "workspace-write", "danger-full-access"),
  network: fc.boolean(),
  roots: fc.uniqueArray(text, { maxLength: 2 }).map((roots) => roots.sort()),
  permissions: fc.option(text),
  environment: fc.option(text.filter((id) => id !== "local")),
  host: fc.option(text),
  root: fc.option(text),
});
const kinds = ["command", "network", "edit", "permissions", "tool", "argv", "patch"] as const;
type Kind = (typeof kinds)[number];
/** Components of each kind of request besides its scope. */
const components: Record<Kind, readonly (keyof Parts)[]> = {
  command: ["cwd", "what", "permissions", "environment", "host"],
  network: ["cwd", "what", "permissions", "environment"],
  edit: ["what", "root"],
  permissions: ["cwd", "what", "environment"],
  tool: ["what"],
  argv: ["cwd", "what"],
  patch: ["what", "root"],
};
const scoped = ["home", "workspace", "sandbox", "network", "roots"] as const;

function hashOf(kind: Kind, given: Parts): string | null {
  const { what, cwd } = given;
  const sandbox = {
    type: given.sandbox,
    ...(given.network ? { networkAccess: true } : {}),
    ...(given.roots.length > 0 ? { writableRoots: given.roots } : {}),
  };
  const scope: RequestScope = { home: given.home, workspace: given.workspace, sandbox };
  const command = {
    cwd,
    additionalPermissions: given.permissions === null ? null : { network: given.permissions },
    environmentId: given.environment,
  };
  const requests: Record<Kind, readonly [string, object]> = {
    command: [
      "item/commandExecution/requestApproval",
      { ...command, command: what, networkApprovalContext: given.host && { host: given.host } },
    ],
    network: ["item/commandExecution/requestApproval", { ...command, networkApprovalContext: { host: what } }],
    edit: ["item/fileChange/requestApproval", { itemId: "i", grantRoot: given.root }],
    permissions: ["item/permissions/requestApproval", { cwd, permissions: { what }, environmentId: given.environment }],
    tool: [
      "mcpServer/elicitation/request",
      {
        serverName: "s",
        message: "m",
        _meta: { codex_approval_kind: "mcp_tool_call", tool_params: { what }, persist: ["session"] },
      },
    ],
    argv: ["execCommandApproval", { command: [what], cwd }],
    patch: ["applyPatchApproval", { fileChanges: { a: { content: what } }, grantRoot: given.root }],
  };
  const [method, params] = requests[kind];
  const approval = approvalOf(
    { kind: "request", id: 1, method, params: { ...params } },
    {
      scope,
      changesOf: () => [{ path: "a", change: "add", diff: what }],
      commandOf: () => ({ command: "other", cwd: null }),
    },
  );
  return approval?.request.hash ?? null;
}

describe("the identity of a request", () => {
  test.each(kinds)("%s: differing in any component is another request, the same is the same", (kind) => {
    fc.assert(
      fc.property(parts, parts, fc.constantFrom(...scoped, ...components[kind]), (one, other, part) => {
        const changed = { ...one, [part]: other[part] };
        const isSame = JSON.stringify(one[part]) === JSON.stringify(changed[part]);
        expect(hashOf(kind, one)).not.toBeNull();
        expect(hashOf(kind, changed) === hashOf(kind, one)).toBe(isSame);
      }),
      { numRuns: 300 },
    );
  });

  test("requests of different kinds are never the same", () => {
    fc.assert(
      fc.property(parts, (given) => {
        expect(new Set(kinds.map((kind) => hashOf(kind, given))).size).toBe(kinds.length);
      }),
    );
  });
});
