import { type Decision, type FileChange, plainRequest } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { approvalOf } from "./approval.ts";
import type { RequestContext } from "./translated-request.ts";

const edits: readonly FileChange[] = [
  { path: "/w/b", change: "update", diff: "@@\n-x\n+y\n" },
  { path: "/w/a", change: "add", diff: "hi\n" },
];
const scope = { home: "/h", workspace: "/w", sandbox: { type: "workspace-write" } };
const around: RequestContext = {
  scope,
  changesOf: (item) => (item === "f" ? edits : []),
  commandOf: () => null,
};
const asked = (method: string, params: object = {}, more: Partial<RequestContext> = {}) => {
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
const command = (params: object = {}, more: Partial<RequestContext> = {}) =>
  asked("item/commandExecution/requestApproval", { command: "/bin/bash -lc 'echo a'", cwd: "/w", ...params }, more);
const replies = (approval: ReturnType<typeof asked>) =>
  (["once", "session", "always", "decline", "cancel"] as Decision[]).map((decision) => approval.reply({ decision }));

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
      hash: expect.stringMatching(/^2:[0-9a-f]{64}$/),
      choices: ["once", "session", "always", "decline", "cancel"],
      ...plainRequest,
      rule: { kind: "command-prefix", words: ["echo", "a"] },
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

  test("is the same whenever and for whatever reason it is made", () => {
    const { hash } = command().request;
    expect(command({ turnId: "t2", itemId: "g", reason: "other" }).request.hash).toBe(hash);
    expect(command({ environmentId: "local", kind: "command" }).request.hash).toBe(hash);
  });

  test("without a command is not named, not identified, and allowed once at most", () => {
    const announced = { command: "/bin/bash -lc 'rm -rf build'", cwd: "/w" };
    const unnamed = { command: undefined, cwd: undefined, proposedExecpolicyAmendment };
    const { request, reply } = command(unnamed);
    expect(request).toMatchObject({
      kind: "command",
      hash: null,
      cwd: null,
      subject: "Codex does not say which command this is",
      choices: ["once", "decline", "cancel"],
    });
    expect(["session", "always"].map((decision) => reply({ decision: decision as Decision }))).toEqual([
      { decision: "accept" },
      { decision: "accept" },
    ]);
    const more = { commandOf: (item: string) => (item === "f" ? announced : null) };
    expect(command(unnamed, more).request).toMatchObject({
      hash: null,
      cwd: "/w",
      choices: ["once", "decline", "cancel"],
      subject: "Codex does not say which command this is. It announced: rm -rf build",
    });
    // Codex uses the same placeholder for every command with a NUL byte.
    expect(command({ command: "<command included NUL byte>" }, more).request).toMatchObject({
      hash: null,
      choices: ["once", "decline", "cancel"],
      subject: "Codex does not say which command this is. It announced: rm -rf build",
    });
    // With its own id: the request covers a part of the announced command.
    expect(command({ ...unnamed, approvalId: "u" }, more).request.subject).toBe(
      "Codex does not say which command this is",
    );
  });

  test("is not identified where what decides its effect is missing", () => {
    const lacking = [
      command({ cwd: null }),
      command({ command: "" }),
      command({}, { scope: { ...scope, sandbox: null } }),
      command({}, { scope: { ...scope, workspace: null } }),
      command({ kind: "writeStdin" }),
      command({ kind: "somethingNew" }),
      command({ command: null, networkApprovalContext: { protocol: "https" } }),
    ];
    for (const { request } of lacking) {
      expect(request.hash).toBeNull();
      expect(request.choices).toEqual(["once", "decline", "cancel"]);
    }
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

describe("what a yes would allow", () => {
  const shown = (params: object) => {
    const { environment, network, grants, rule } = command(params).request;
    return { environment, network, grants, rule };
  };
  const none = { environment: null, network: null, grants: [], rule: null };

  test("the rule is the one that is sent, word for word", () => {
    const approval = command({ proposedExecpolicyAmendment: ["curl"] });
    expect(approval.request.rule).toEqual({ kind: "command-prefix", words: ["curl"] });
    expect(approval.reply({ decision: "always" })).toEqual({
      decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["curl"] } },
    });
    const offered = { proposedExecpolicyAmendment: ["curl"], availableDecisions: ["accept", "cancel"] };
    expect(shown(offered)).toEqual(none);
  });

  test("extra permissions in our words, and what has none as it came", () => {
    const fileSystem = {
      entries: [
        { access: "write", path: { type: "path", path: "/etc" } },
        { access: "read", path: { type: "glob_pattern", pattern: "**/.env" } },
        { access: "write", path: { type: "special", value: { kind: "root" } } },
        { access: "write", path: { type: "special", value: { kind: "project_roots", subpath: ".git" } } },
        { access: "deny", path: { type: "special", value: { kind: "tmpdir", subpath: null } } },
        { access: "run", path: { type: "path", path: "/x" } },
      ],
      read: ["/a"],
      write: null,
      globScanMaxDepth: 3,
    };
    const permissions = { fileSystem, network: { enabled: true }, macos: { accessibility: true } };
    expect(shown({ additionalPermissions: permissions }).grants).toEqual([
      { access: "write", target: "/etc" },
      { access: "read", target: "every path like **/.env" },
      { access: "write", target: "every path on this machine" },
      { access: "write", target: ".git in the project folders" },
      { access: "deny", target: "the folder for temporary files" },
      { access: "other", target: '{"access":"run","path":{"type":"path","path":"/x"}}' },
      { access: "read", target: "/a" },
      { access: "other", target: '{"globScanMaxDepth":3}' },
      { access: "network", target: "every host" },
      { access: "other", target: '{"macos":{"accessibility":true}}' },
    ]);
    for (const nothing of [null, {}, { network: { enabled: false } }, { network: null, fileSystem: null }])
      expect(shown({ additionalPermissions: nothing })).toEqual(none);
  });

  test("the connection and the place", () => {
    const context = { host: "a.test", protocol: "socks5Tcp", port: 22 };
    expect(shown({ networkApprovalContext: context, environmentId: "remote" })).toEqual({
      ...none,
      environment: "remote",
      network: { host: "a.test", port: 22, protocol: "socks5Tcp" },
    });
  });

  test("an edit comes with every change, also from old servers", () => {
    const root = { access: "write", target: "/w" };
    const change = asked("item/fileChange/requestApproval", { grantRoot: "/w" }).request;
    expect(change.grants).toEqual([root]);
    expect(change.changes).toEqual([
      { path: "/w/a", change: "add", diff: "hi\n", movedTo: null },
      { path: "/w/b", change: "update", diff: "@@\n-x\n+y\n", movedTo: null },
    ]);
    const fileChanges = {
      "/w/c": { type: "update", unified_diff: "@@\n+z\n", move_path: "/w/d" },
      "/w/a": { type: "add", content: "hi\n" },
    };
    expect(asked("applyPatchApproval", { callId: "c", fileChanges }).request.changes).toEqual([
      { path: "/w/a", change: "add", diff: "hi\n", movedTo: null },
      { path: "/w/c", change: "move", diff: "@@\n+z\n", movedTo: "/w/d" },
    ]);
  });

  test.each([
    ["/bin/bash -lc 'echo a'", "echo a"],
    ["bash -c 'echo a'", "echo a"],
    ["/usr/bin/zsh -lc ls", "ls"],
    ["./bash -lc 'echo a'", "./bash -lc 'echo a'"],
    ["/tmp/bin/bash -lc 'echo a'", "/tmp/bin/bash -lc 'echo a'"],
    ["bash -lc 'echo a' more", "bash -lc 'echo a' more"],
    ["bash --rcfile x -c ls", "bash --rcfile x -c ls"],
    ["bash -ic ls", "bash -ic ls"],
    ["python3 -c 'print(1)'", "python3 -c 'print(1)'"],
    ["unbalanced 'quote", "unbalanced 'quote"],
  ])("only a usual shell is left out around a script: %s", (line, subject) => {
    expect(command({ command: line }).request.subject).toBe(subject);
  });
});

describe("a request for a change", () => {
  test("is the same by its files and what becomes of them, in any order", () => {
    const change = (more: Partial<RequestContext> = {}, params: object = {}) =>
      asked("item/fileChange/requestApproval", params, more).request;
    const { hash, subject, kind } = change();
    expect([kind, subject]).toEqual(["edit", "/w/a, /w/b"]);
    expect(change({ changesOf: () => edits.toReversed() }).hash).toBe(hash);
    const [first, second] = edits as [FileChange, FileChange];
    const others = [
      change({ changesOf: () => [first] }),
      change({ changesOf: () => [first, { ...second, diff: "ho\n" }] }),
      change({ changesOf: () => [{ ...first, change: "move", movedTo: "/w/c" }, second] }),
      change({}, { grantRoot: "/w" }),
    ];
    expect(new Set([hash, ...others.map((other) => other.hash)]).size).toBe(5);
  });

  test("is not identified by paths alone", () => {
    const paths = edits.map((edit) => ({ ...edit, diff: null }));
    for (const changesOf of [() => [], () => paths]) {
      const { request } = asked("item/fileChange/requestApproval", {}, { changesOf });
      expect([request.hash, request.choices]).toEqual([null, ["once", "decline", "cancel"]]);
    }
    const old = asked("applyPatchApproval", { callId: "c", fileChanges: { "/w/b": {}, "/w/a": {} } });
    expect([old.request.hash, old.request.subject]).toEqual([null, "/w/a, /w/b"]);
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
    const fileChanges = { "/w/b": { type: "delete" }, "/w/a": { type: "add", content: "x" } };
    const change = asked("applyPatchApproval", { callId: "c", fileChanges });
    const other = { ...fileChanges, "/w/a": { type: "add", content: "y" } };
    expect(change.request.hash).not.toBeNull();
    expect(change.request.hash).not.toBe(asked("applyPatchApproval", { callId: "c", fileChanges: other }).request.hash);
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
      size: { type: "string", oneOf: [{ const: "s", title: "Small" }, { const: "l" }] },
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
      { id: "size", text: "size", options: ["s", "l"], descriptions: ["Small", ""] },
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
