import type { Decision } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { approvalOf } from "./approval.ts";

const around = {
  sandbox: "workspace-write",
  pathsOf: (item: string) => (item === "f" ? ["/w/b", "/w/a"] : []),
};
const asked = (method: string, params: object = {}, more: object = {}) => {
  const message = {
    kind: "request",
    id: 3,
    method,
    params: { threadId: "T", turnId: "t", itemId: "f", ...params },
  } as const;
  const approval = approvalOf(message, { ...around, ...more });
  if (!approval) throw new Error(`${method} is not known.`);
  return approval;
};
const command = (params: object = {}, more: object = {}) =>
  asked(
    "item/commandExecution/requestApproval",
    { command: "/bin/bash -lc 'echo a'", cwd: "/w", ...params },
    more,
  );
const replies = (approval: ReturnType<typeof asked>) =>
  (["once", "session", "always", "decline", "cancel"] as Decision[]).map((decision) =>
    approval.reply({ decision }),
  );

describe("a request for a command", () => {
  const proposedExecpolicyAmendment = ["echo", "a"];
  const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["echo", "a"] } };

  test("is in our words, and answered in the server's", () => {
    const approval = command({
      proposedExecpolicyAmendment,
      availableDecisions: ["accept", amendment, "cancel"],
      reason: "why",
    });
    expect(approval.request).toEqual({
      id: "t:3",
      kind: "command",
      subject: "echo a",
      reason: "why",
      cwd: "/w",
      item: "f",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      choices: ["once", "session", "always", "decline", "cancel"],
      questions: [],
    });
    expect(replies(approval)).toEqual(
      ["accept", "acceptForSession", amendment, "decline", "cancel"].map((decision) => ({ decision })),
    );
  });

  test("is not allowed for good where that was not offered", () => {
    for (const params of [{}, { proposedExecpolicyAmendment, availableDecisions: ["accept", "cancel"] }]) {
      const approval = command(params);
      expect(approval.request.choices).toEqual(["once", "session", "decline", "cancel"]);
      expect(approval.reply({ decision: "always" })).toEqual({ decision: "accept" });
    }
    expect(command({ proposedExecpolicyAmendment }).request.choices).toContain("always");
  });

  test("is the same by command, directory and sandbox, and another with anything more", () => {
    const { hash } = command().request;
    expect(command({ turnId: "t2", itemId: "g", reason: "other" }).request.hash).toBe(hash);
    expect(command({ environmentId: "local", kind: "command" }).request.hash).toBe(hash);
    const others = [
      command({ command: "/bin/bash -lc 'echo b'" }),
      command({ cwd: "/v" }),
      command({}, { sandbox: "read-only" }),
      command({ additionalPermissions: { network: { enabled: true } } }),
      command({ kind: "writeStdin" }),
      command({ environmentId: "remote" }),
    ].map(({ request }) => request.hash);
    expect(new Set([hash, ...others]).size).toBe(7);
  });

  test("may be one for the network alone", () => {
    const amendments = [
      { host: "a.test", action: "deny" },
      { host: "a.test", action: "allow" },
    ];
    const network = command({
      command: null,
      networkApprovalContext: { host: "a.test", protocol: "https" },
      proposedNetworkPolicyAmendments: amendments,
    });
    expect(network.request).toMatchObject({ kind: "permissions", subject: "network access to a.test" });
    const allowed = { applyNetworkPolicyAmendment: { network_policy_amendment: amendments[1] } };
    expect(network.reply({ decision: "always" })).toEqual({ decision: allowed });
  });
});

describe("a request for a change", () => {
  test("is the same by its paths, in any order", () => {
    const change = (more: object = {}, params: object = {}) =>
      asked("item/fileChange/requestApproval", params, more).request;
    const { hash, subject, kind } = change();
    expect([kind, subject]).toEqual(["edit", "/w/a, /w/b"]);
    expect(change({ pathsOf: () => ["/w/a", "/w/b"] }).hash).toBe(hash);
    expect(change({ pathsOf: () => ["/w/a"] }).hash).not.toBe(hash);
    expect(change({}, { grantRoot: "/w" }).hash).not.toBe(hash);
    const unknown = { pathsOf: () => [] };
    expect(change(unknown).hash).not.toBe(change(unknown, { itemId: "g" }).hash);
  });

  test("has no answer for good", () => {
    const approval = asked("item/fileChange/requestApproval");
    const decisions = ["accept", "acceptForSession", "accept", "decline", "cancel"];
    expect(replies(approval)).toEqual(decisions.map((decision) => ({ decision })));
  });
});

describe("other requests", () => {
  test("old servers are answered in their own words", () => {
    const old = asked("execCommandApproval", {
      turnId: undefined,
      threadId: undefined,
      conversationId: "C",
      callId: "c",
      command: ["bash", "-lc", "ls"],
      cwd: "/w",
    });
    expect(old.request).toMatchObject({ id: "C:3", kind: "command", subject: "ls", item: "c" });
    const denied = { denied: { rejection: expect.any(String) } };
    expect(replies(old)).toEqual(
      ["approved", "approved_for_session", "approved", denied, "abort"].map((decision) => ({ decision })),
    );
    const change = asked("applyPatchApproval", { callId: "c", fileChanges: { "/w/b": {}, "/w/a": {} } });
    expect(change.request.hash).toBe(asked("item/fileChange/requestApproval").request.hash);
    expect(change.reply({ decision: "cancel" })).toEqual({ decision: "abort" });
  });

  test("permissions are granted as asked, for the turn or the session", () => {
    const permissions = { network: { enabled: true }, fileSystem: null };
    const approval = asked("item/permissions/requestApproval", { permissions, cwd: "/w" });
    const granted = { network: { enabled: true } };
    expect(replies(approval)).toEqual([
      { permissions: granted, scope: "turn" },
      { permissions: granted, scope: "session" },
      { permissions: granted, scope: "turn" },
      { permissions: {}, scope: "turn" },
      { permissions: {}, scope: "turn" },
    ]);
    expect(approval.needsStop).toBe(true);
  });

  test("a form is answered in the types it wants", () => {
    const properties = {
      size: { type: "string", oneOf: [{ const: "s" }, { const: "l" }] },
      tags: { type: "array", items: { enum: ["x", "y"] } },
      count: { type: "number", description: "How many?" },
      note: { type: "string" },
    };
    const form = asked("mcpServer/elicitation/request", {
      serverName: "S",
      mode: "form",
      message: "Fill in",
      requestedSchema: { type: "object", properties },
    });
    expect(form.request).toMatchObject({
      kind: "question",
      subject: "MCP server S asks: Fill in",
      choices: ["once", "decline", "cancel"],
    });
    expect(form.request.questions).toEqual([
      { id: "size", text: "size", options: ["s", "l"] },
      { id: "tags", text: "tags", options: ["x", "y"] },
      { id: "count", text: "How many?", options: [] },
      { id: "note", text: "note", options: [] },
    ]);
    const answers = { size: ["l"], tags: ["x", "y"], count: ["2.5"], constructor: ["no"] };
    expect(form.reply({ decision: "once", answers })).toEqual({
      action: "accept",
      content: { size: "l", tags: ["x", "y"], count: 2.5 },
      _meta: null,
    });
    expect(form.reply({ decision: "session" })).toEqual({ action: "accept", content: null, _meta: null });
    expect(form.reply({ decision: "cancel" })).toEqual({ action: "cancel", content: null, _meta: null });
  });

  test("a proof of identity cannot be given", () => {
    const proof = asked("mcpServer/elicitation/request", {
      mode: "openai/userVerification",
      title: "Prove it",
    });
    expect(proof.request).toMatchObject({
      subject: "MCP server unknown asks: Prove it",
      choices: ["decline", "cancel"],
    });
    expect(proof.reply({ decision: "once" })).toMatchObject({ action: "decline" });
  });

  test("what is not known is not read", () => {
    for (const method of ["item/new/request", "constructor", "__proto__", ""])
      expect(approvalOf({ kind: "request", id: 0, method, params: {} }, around)).toBeNull();
  });
});
