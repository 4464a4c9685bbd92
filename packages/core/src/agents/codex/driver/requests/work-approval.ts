import {
  type Decision,
  type FileChange,
  type ProposedChange,
  plainRequest,
  type Request,
  type Rule,
} from "@reprise/model";
import { requestHash } from "../../../driving/request-hash.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../../foreign.ts";
import { commandText } from "../../read/call.ts";
import { byPath } from "../../read/patch.ts";
import { shownCommand } from "../shell-words.ts";
import { grantsOf } from "./grants.ts";
import type { RequestContext, RequestScope, RequestTranslator, TranslatedRequest } from "./translated-request.ts";

const words = { once: "accept", session: "acceptForSession", decline: "decline", cancel: "cancel" } as const;
const oldWords = { once: "approved", session: "approved_for_session", cancel: "abort" } as const;

/** `item/commandExecution/requestApproval` */
export const commandApproval: RequestTranslator = (params, around) => {
  const command = params.command === unwritable ? null : textOf(params.command);
  const network = isForeign(params.networkApprovalContext) ? params.networkApprovalContext : null;
  if (command !== null) return namedCommand(command, params, around);
  return network === null ? unnamedCommand(params, around) : networkAccess(network, params, around);
};

/** Codex's placeholder for commands with a NUL byte. */
const unwritable = "<command included NUL byte>";

function namedCommand(command: string, params: Foreign, { scope }: RequestContext): TranslatedRequest {
  const isInput = params.kind === "writeStdin";
  const named = shownCommand(command);
  const amendment = amendmentIn(params);
  return {
    ...answeredBy(amendment),
    subject: {
      ...about(params, textOf(params.itemId)),
      kind: "command",
      subject: isInput ? `input for: ${named}` : named,
      ...allowedBy(params, amendment),
    },
    // Input to a running command is not part of the request.
    hash: isCommand(params)
      ? requestHash(commandIdentity(command, textOf(params.cwd), scope), commandExtras(params))
      : null,
  };
}

/** Older releases have one unnamed kind. */
function isCommand({ kind }: Foreign): boolean {
  return kind === undefined || kind === null || kind === "command";
}

export function commandIdentity(command: string, cwd: string | null, scope: RequestScope): Foreign {
  return { kind: "codex command", command, cwd, ...scope };
}

function commandExtras(params: Foreign): Foreign {
  return {
    network: params.networkApprovalContext,
    permissions: params.additionalPermissions,
    environment: environmentOf(params),
  };
}

function environmentOf({ environmentId }: Foreign): unknown {
  return environmentId === "local" ? null : environmentId;
}

/** Releases up to 0.87 omit the command: shows what was announced under the id, and saves nothing. */
function unnamedCommand(params: Foreign, { commandOf }: RequestContext): TranslatedRequest {
  const item = textOf(params.itemId);
  // An approval with its own id covers a part of the announced command.
  const announced = item === null || textOf(params.approvalId) !== null ? null : commandOf(item);
  const shown = announced === null ? "" : `. It announced: ${shownCommand(announced.command)}`;
  const asked = about(params, item);
  return {
    ...answeredBy(null),
    subject: {
      ...asked,
      cwd: asked.cwd ?? announced?.cwd ?? null,
      kind: "command",
      subject: `Codex does not say which command this is${shown}`,
      ...allowedBy(params, null),
    },
    hash: null,
  };
}

function networkAccess(network: Foreign, params: Foreign, { scope }: RequestContext): TranslatedRequest {
  const host = textOf(network.host);
  const amendment = amendmentIn(params);
  return {
    ...answeredBy(amendment),
    subject: {
      ...about(params, textOf(params.itemId)),
      kind: "permissions",
      subject: `network access to ${host ?? "a host that Codex does not name"}`,
      ...allowedBy(params, amendment),
    },
    hash: requestHash({ kind: "codex network", host, ...scope }, { cwd: params.cwd, ...commandExtras(params) }),
  };
}

/** Everything a yes allows besides the command. */
function allowedBy(
  params: Foreign,
  amendment: Amendment | null,
): Pick<Request, "environment" | "network" | "grants" | "rule"> {
  const environment = environmentOf(params);
  return {
    environment: environment === null || environment === undefined ? null : String(environment),
    network: networkIn(params),
    grants: grantsOf(params.additionalPermissions),
    rule: amendment?.rule ?? null,
  };
}

function answeredBy(amendment: Amendment | null): Pick<TranslatedRequest, "choices" | "reply" | "needsStop"> {
  return {
    choices: choicesWith(amendment !== null),
    reply: ({ decision }) => ({
      decision: decision === "always" ? (amendment?.decision ?? words.once) : words[decision],
    }),
    needsStop: false,
  };
}

/** `item/fileChange/requestApproval`: the changes were announced with the item. */
export const changeApproval: RequestTranslator = (params, { changesOf, scope }) => {
  const item = textOf(params.itemId);
  const changes = item === null ? [] : changesOf(item).toSorted(byPath);
  const isWhole = changes.every(({ change, diff }) => change === "delete" || diff !== null);
  return {
    ...editOf(changes.map(proposed), params, item),
    hash: editHash(isWhole ? changes : [], params, scope),
    reply: ({ decision }) => ({ decision: decision === "always" ? words.once : words[decision] }),
  };
};

/** `execCommandApproval`, from servers of 2025. */
export const oldCommandApproval: RequestTranslator = (params, { scope }) => {
  const argv = listOf(params.command);
  return {
    subject: { ...about(params, textOf(params.callId)), kind: "command", subject: commandText(argv) },
    choices: choicesWith(false),
    hash: requestHash({ kind: "codex command of 2025", argv, cwd: params.cwd, ...scope }),
    reply: ({ decision }) => ({ decision: oldDecision(decision) }),
    needsStop: false,
  };
};

/** `applyPatchApproval`, from servers of 2025. */
export const oldChangeApproval: RequestTranslator = (params, { scope }) => {
  const changes = isForeign(params.fileChanges) ? params.fileChanges : {};
  const isWhole = Object.values(changes).every((change) => isForeign(change) && Object.keys(change).length > 0);
  return {
    ...editOf(Object.entries(changes).sort().map(oldChange), params, textOf(params.callId)),
    hash: editHash(isWhole ? changes : {}, params, scope),
    reply: ({ decision }) => ({ decision: oldDecision(decision) }),
  };
};

/** `item/permissions/requestApproval`: the grant lasts for the turn or the session. */
export const permissionsApproval: RequestTranslator = (params, { scope }) => {
  const asked = isForeign(params.permissions) ? params.permissions : {};
  const granted = Object.fromEntries(Object.entries(asked).filter(([, part]) => part !== null));
  return {
    subject: {
      ...about(params, textOf(params.itemId)),
      kind: "permissions",
      subject: `permissions ${JSON.stringify(granted)}`,
      grants: grantsOf(granted),
    },
    choices: choicesWith(false),
    hash: requestHash(
      { kind: "codex permissions", permissions: granted, cwd: params.cwd, ...scope },
      { environment: environmentOf(params) },
    ),
    reply: ({ decision }) => ({
      permissions: decision === "once" || decision === "session" ? granted : {},
      scope: decision === "session" ? "session" : "turn",
    }),
    needsStop: true,
  };
};

function networkIn(params: Foreign): Request["network"] {
  const context = params.networkApprovalContext;
  const host = textOf(fieldOf(context, "host"));
  if (host === null) return null;
  return { host, port: numberOf(fieldOf(context, "port")), protocol: textOf(fieldOf(context, "protocol")) };
}

interface Amendment {
  readonly decision: object;
  readonly rule: Rule;
}

/** The decision that adds a rule, and the rule verbatim; null if the server does not offer one. */
function amendmentIn(params: Foreign): Amendment | null {
  const amendment = commandAmendment(params) ?? networkAmendment(params);
  if (amendment === null || !Array.isArray(params.availableDecisions)) return amendment;
  const [name = ""] = Object.keys(amendment.decision);
  return params.availableDecisions.some((choice) => fieldOf(choice, name) !== undefined) ? amendment : null;
}

function commandAmendment(params: Foreign): Amendment | null {
  const words = listOf(params.proposedExecpolicyAmendment).filter((word) => typeof word === "string");
  if (words.length === 0) return null;
  const decision = { acceptWithExecpolicyAmendment: { execpolicy_amendment: words } };
  return { decision, rule: { kind: "command-prefix", words } };
}

function networkAmendment(params: Foreign): Amendment | null {
  const allowed = listOf(params.proposedNetworkPolicyAmendments).find(
    (amendment) => fieldOf(amendment, "action") === "allow",
  );
  const host = textOf(fieldOf(allowed, "host"));
  if (host === null) return null;
  const decision = { applyNetworkPolicyAmendment: { network_policy_amendment: allowed } };
  return { decision, rule: { kind: "host", host } };
}

function proposed(change: FileChange): ProposedChange {
  return { ...change, movedTo: change.movedTo ?? null };
}

function oldChange([path, change]: [string, unknown]): ProposedChange {
  const type = fieldOf(change, "type");
  const movedTo = textOf(fieldOf(change, "move_path"));
  const diff = textOf(fieldOf(change, "unified_diff")) ?? textOf(fieldOf(change, "content"));
  if (type === "add" || type === "delete") return { path, change: type, diff, movedTo: null };
  return { path, change: movedTo === null ? "update" : "move", diff, movedTo };
}

/** Includes the content: Codex itself lets a session approval cover every later edit of the same files. */
function editHash(changes: unknown, params: Foreign, scope: RequestScope): string | null {
  return requestHash({ kind: "codex edit", changes, ...scope }, { root: params.grantRoot });
}

function editOf(
  changes: readonly ProposedChange[],
  params: Foreign,
  item: string | null,
): Omit<TranslatedRequest, "reply" | "hash"> {
  const root = textOf(params.grantRoot);
  const named = changes.map(({ path }) => path).join(", ") || "files that were not named";
  return {
    subject: {
      ...about(params, item),
      kind: "edit",
      subject: root === null ? named : `${named}; from then on everything in ${root}`,
      grants: root === null ? [] : [{ access: "write", target: root }],
      changes,
    },
    choices: choicesWith(false),
    needsStop: false,
  };
}

function about(params: Foreign, item: string | null) {
  return { ...plainRequest, reason: textOf(params.reason), cwd: textOf(params.cwd), item };
}

function choicesWith(hasAlways: boolean): readonly Decision[] {
  return ["once", "session", ...(hasAlways ? (["always"] as const) : []), "decline", "cancel"];
}

function oldDecision(decision: Decision): unknown {
  if (decision === "decline") return { denied: { rejection: "declined by the user" } };
  return decision === "always" ? oldWords.once : oldWords[decision];
}
