import { noSettings } from "@reprise/model";
import { expect, test } from "vitest";
import { inWordsOf, otherReviewer, resumeParams, settingsOf, startParams } from "./settings.ts";

test.each([
  ["read-only", "readOnly", "untrusted", "unlessTrusted"],
  ["workspace-write", "workspaceWrite", "on-request", "onRequest"],
  ["danger-full-access", "dangerFullAccess", "on-failure", "onFailure"],
])("%s is %s up to 0.66, and %s is %s", (sandbox, oldSandbox, approvalPolicy, oldPolicy) => {
  const old = { sandbox: oldSandbox, approvalPolicy: oldPolicy };
  expect(inWordsOf("0.66.0", { sandbox, approvalPolicy, model: "a-b" })).toEqual({ ...old, model: "a-b" });
  expect(inWordsOf("0.72.0", { sandbox, approvalPolicy })).toEqual({ sandbox, approvalPolicy });
  expect(inWordsOf(null, { sandbox, approvalPolicy })).toEqual({ sandbox, approvalPolicy });
  const told = { sandbox: { type: oldSandbox }, approvalPolicy: oldPolicy };
  expect(settingsOf(told)).toMatchObject({ sandbox, approvalPolicy });
});

test("the person answers requests, whatever a session file or a workspace says", () => {
  for (const params of [startParams(noSettings), resumeParams(noSettings)])
    expect(params).toMatchObject({ approvalsReviewer: "user" });
  expect(otherReviewer({ approvalsReviewer: "auto_review" })).toBe("auto_review");
  expect([otherReviewer({ approvalsReviewer: "user" }), otherReviewer({})]).toEqual([null, null]);
});

test("a granular policy keeps the names of its parts", () => {
  const approvalPolicy = { granular: { sandboxApproval: true, rules: false } };
  expect(settingsOf({ approvalPolicy }).approvalPolicy).toBe("granular(sandboxApproval)");
});
