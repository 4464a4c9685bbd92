import type { Decision } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { commandText } from "../call.ts";
import { type Asked, extras, type Reading } from "./asked.ts";
import { scriptOf } from "./shell-words.ts";

const words = { once: "accept", session: "acceptForSession", decline: "decline", cancel: "cancel" } as const;
const oldWords = { once: "approved", session: "approved_for_session", cancel: "abort" } as const;

/** `item/commandExecution/requestApproval` */
export const commandApproval: Reading = (params, { sandbox }) => {
  const amendment = amendmentIn(params);
  const host = textOf(fieldOf(params.networkApprovalContext, "host"));
  const command = textOf(params.command);
  const isInput = params.kind === "writeStdin";
  const named = command === null ? `network access to ${host ?? "an unnamed host"}` : scriptOf(command);
  const more = extras({
    kind: isInput ? "input" : null,
    host,
    permissions: params.additionalPermissions,
    environment: params.environmentId === "local" ? null : params.environmentId,
  });
  return {
    subject: {
      ...about(params, textOf(params.itemId)),
      kind: command === null ? "permissions" : "command",
      subject: isInput ? `input for: ${named}` : named,
    },
    choices: choicesWith(amendment !== null),
    identity: ["command", command, textOf(params.cwd), sandbox, ...more],
    reply: ({ decision }) => ({
      decision: decision === "always" ? (amendment ?? words.once) : words[decision],
    }),
    needsStop: false,
  };
};

/** `item/fileChange/requestApproval`: what it changes was told when the item started. */
export const changeApproval: Reading = (params, { pathsOf }) => {
  const item = textOf(params.itemId);
  return {
    ...editOf(item === null ? [] : pathsOf(item), params, item),
    reply: ({ decision }) => ({ decision: decision === "always" ? words.once : words[decision] }),
  };
};

/** `execCommandApproval`, as servers of 2025 ask. */
export const oldCommandApproval: Reading = (params, { sandbox }) => ({
  subject: { ...about(params, textOf(params.callId)), kind: "command", subject: commandText(argvOf(params)) },
  choices: choicesWith(false),
  identity: ["command", commandText(argvOf(params)), textOf(params.cwd), sandbox],
  reply: ({ decision }) => ({ decision: oldDecision(decision) }),
  needsStop: false,
});

/** `applyPatchApproval`, likewise. */
export const oldChangeApproval: Reading = (params) => {
  const paths = isForeign(params.fileChanges) ? Object.keys(params.fileChanges) : [];
  return {
    ...editOf(paths, params, textOf(params.callId)),
    reply: ({ decision }) => ({ decision: oldDecision(decision) }),
  };
};

/** `item/permissions/requestApproval`: what is granted holds for the turn or for the session. */
export const permissionsApproval: Reading = (params) => {
  const asked = isForeign(params.permissions) ? params.permissions : {};
  const granted = Object.fromEntries(Object.entries(asked).filter(([, part]) => part !== null));
  return {
    subject: {
      ...about(params, textOf(params.itemId)),
      kind: "permissions",
      subject: `permissions ${JSON.stringify(granted)}`,
    },
    choices: choicesWith(false),
    identity: ["permissions", textOf(params.cwd), granted],
    reply: ({ decision }) => ({
      permissions: decision === "once" || decision === "session" ? granted : {},
      scope: decision === "session" ? "session" : "turn",
    }),
    needsStop: true,
  };
};

/** The decision by which a rule is written; null when the server does not offer it. */
function amendmentIn(params: Foreign): object | null {
  const command = listOf(params.proposedExecpolicyAmendment);
  const host = listOf(params.proposedNetworkPolicyAmendments).find(
    (amendment) => fieldOf(amendment, "action") === "allow",
  );
  const [name, decision] =
    command.length > 0
      ? ["acceptWithExecpolicyAmendment", { execpolicy_amendment: command }]
      : ["applyNetworkPolicyAmendment", { network_policy_amendment: host }];
  if (command.length === 0 && host === undefined) return null;
  const isOffered =
    !Array.isArray(params.availableDecisions) ||
    params.availableDecisions.some((choice) => fieldOf(choice, name) !== undefined);
  return isOffered ? { [name]: decision } : null;
}

function editOf(paths: readonly string[], params: Foreign, item: string | null): Omit<Asked, "reply"> {
  const sorted = [...paths].sort();
  const root = textOf(params.grantRoot);
  const named = sorted.join(", ") || "files that were not named";
  return {
    subject: {
      ...about(params, item),
      kind: "edit",
      subject: root === null ? named : `${named}; from then on everything in ${root}`,
    },
    choices: choicesWith(false),
    // Files that are not known are never the same files again.
    identity: ["edit", ...(sorted.length > 0 ? sorted : [params.turnId, item]), ...extras({ root })],
    needsStop: false,
  };
}

function about(params: Foreign, item: string | null) {
  return { reason: textOf(params.reason), cwd: textOf(params.cwd), item, questions: [] };
}

function choicesWith(hasAlways: boolean): readonly Decision[] {
  return ["once", "session", ...(hasAlways ? (["always"] as const) : []), "decline", "cancel"];
}

function oldDecision(decision: Decision): unknown {
  if (decision === "decline") return { denied: { rejection: "declined by the user" } };
  return decision === "always" ? oldWords.once : oldWords[decision];
}

function argvOf(params: Foreign): readonly unknown[] {
  return listOf(params.command);
}
