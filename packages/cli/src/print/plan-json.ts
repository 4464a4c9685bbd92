import type {
  Ailment,
  Baseline,
  Drift,
  KeptApproval,
  Offer,
  Owner,
  Request,
  RestorePlan,
  Settings,
  StatusRow,
  Unfinished,
} from "@reprise/model";

// As in json.ts: every field by name, so that a library's additions do not leak into the contract.

export function planShape(plan: RestorePlan) {
  const {
    mode,
    session,
    target,
    via,
    tokens,
    hasExactTokens,
    contextTokens,
    brief,
    continues,
    lost,
    unchecked,
    owner,
    prompt,
    account,
    unsentPrompt,
  } = plan;
  return {
    ...{ mode, session, target, via },
    ways: plan.ways.map(({ way, stopped }) => ({
      way,
      stopped: stopped && { sentCount: stopped.sentCount, segmentCount: stopped.segmentCount },
    })),
    turns: plan.turns && { from: plan.turns.from, to: plan.turns.to },
    basis: plan.basis.map(({ path, sizeBytes, mtimeMs }) => ({ path, sizeBytes, mtimeMs })),
    settings: settingsShape(plan.settings),
    baseline: baselineShape(plan.baseline),
    drift: plan.drift.map(driftShape),
    refusals: plan.refusals.map(({ mode, reason, detail }) => ({ mode, reason, detail })),
    segments: plan.segments.map(({ number, items, tokens }) => ({ number, items, tokens })),
    ...{ tokens, hasExactTokens, contextTokens, brief },
    ailments: plan.ailments.map(ailmentShape),
    continues,
    approvals: plan.approvals.map(approvalShape),
    pending: plan.pending.map(requestShape),
    unfinished: plan.unfinished.map(unfinishedShape),
    ...{ lost, unchecked },
    owner: ownerShape(owner),
    ...{ prompt, account, unsentPrompt },
  };
}

export function settingsShape(settings: Settings) {
  const { model, provider, effort, summary, sandbox, approvalPolicy, cwd } = settings;
  return { model, provider, effort, summary, sandbox, approvalPolicy, cwd };
}

function baselineShape(baseline: Baseline | null) {
  if (baseline === null) return null;
  const { source, sandbox, approvalPolicy, networkAccess, writableRoots, mcpServers } = baseline;
  return { source, sandbox, approvalPolicy, networkAccess, writableRoots, mcpServers };
}

export function driftShape({ kind, subject, recorded, now, widens, note }: Drift) {
  return { kind, subject, recorded, now, widens, note };
}

export function requestShape(request: Request) {
  const { id, kind, subject, reason, cwd, item, hash, choices } = request;
  const questions = request.questions.map(({ id, text, options }) => ({ id, text, options }));
  const { environment, network, grants, rule } = request;
  const changes = request.changes.map(({ path, change, diff, movedTo }) => ({ path, change, diff, movedTo }));
  return {
    ...{ id, kind, subject, reason, cwd, item, hash, choices, questions },
    ...{ environment, network, grants, rule, changes },
  };
}

export function approvalShape({ hash, subject, source }: KeptApproval) {
  return { hash, subject, source };
}

function ailmentShape({ kind, onResume, file, line, byteOffset, detail }: Ailment) {
  return { kind, onResume, file, line, byteOffset, detail };
}

export function ownerShape(owner: Owner | null) {
  return owner && { pid: owner.pid, program: owner.program };
}

export function offerShape({ run, session, mode, prompt, agent, startedAt, status }: Offer) {
  return { run, session, mode, prompt, agent, startedAt, status };
}

export function statusShape(row: StatusRow) {
  const { session, run, agent, thread, title, workspace, status, owner, updatedAt, doing } = row;
  return {
    ...{ session, run, agent, thread, title, workspace, status },
    owner: ownerShape(owner),
    ...{ updatedAt, doing },
    unfinished: row.unfinished.map(unfinishedShape),
    stillRunning: row.stillRunning.map(ownerShape),
    drift: row.drift.map(driftShape),
    parkedUntil: row.parkedUntil,
    pendingCount: row.pendingCount,
    unsentPrompt: row.unsentPrompt,
  };
}

function unfinishedShape({ item, kind, subject, outcome, evidence }: Unfinished) {
  return { item, kind, subject, outcome, evidence };
}
