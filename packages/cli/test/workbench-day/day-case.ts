import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Consent, WorkbenchView } from "@reprise/model";
import { until } from "@reprise/testkit";
import { childrenOf, signal } from "../random-kills/kill-stage.ts";
import type { DayPage } from "./day-page.ts";
import { play } from "./scenes.ts";

export type Victim = "server" | "agent" | "both";

export interface DayKill {
  readonly number: number;
  readonly scene: string;
  readonly victim: Victim;
  readonly afterMs: number;
}

const consent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: true,
  stays: true,
};

/** One scene, a kill in the middle of it, the same tab after it, and on. The empty list is the good answer. */
export async function dayCase(page: DayPage, kill: DayKill): Promise<string[]> {
  const word = `word-${kill.number}-end`;
  page.prompts.clear();
  const { epoch } = page.view;
  const playing = play[kill.scene]?.(page, word) ?? Promise.resolve();
  await Promise.race([sleep(kill.afterMs), playing.then(() => sleep(kill.afterMs / 4))]);
  await killed(page, kill.victim);
  await playing;
  if (kill.victim !== "agent") {
    await page.stage.serve(["--port", page.stage.program.link.port]);
    await page.page.until("the next server", (view) => view.epoch !== epoch);
  }
  const view = await page.page.until("compared", isCompared);
  // An agent that has just died is noticed a moment later.
  const areSettled = () => promptProblems(page).length === 0;
  await until(areSettled, { timeoutMs: 10_000, what: "the prompts" }).catch(() => undefined);
  const problems = [...promptProblems(page), ...truthProblems(view, page, word)];
  problems.push(...(await goneOn(page, word)));
  for (const prompt of page.prompts.keys())
    if (page.inLogs(prompt) > 1) problems.push(`sent ${page.inLogs(prompt)} times: ${prompt}`);
  return problems;
}

async function killed({ stage }: DayPage, victim: Victim): Promise<void> {
  const { pid = 0 } = stage.program.child;
  const agents = childrenOf(pid);
  if (victim === "both") for (const agent of agents) signal(agent, "SIGSTOP");
  if (victim !== "agent") await stage.kill();
  if (victim !== "server") for (const agent of agents) signal(agent, "SIGKILL");
}

function isCompared({ connection: { state }, activity: { phase } }: WorkbenchView): boolean {
  return (state === "live" || state === "degraded") && (phase === "none" || phase === "idle");
}

/** In the agent's log once, or in the draft; never both, never neither. */
function promptProblems(page: DayPage): string[] {
  const shown = page.view.draft?.text ?? "";
  const lost = [...page.prompts].flatMap(([prompt, told]) => {
    const inLogs = page.inLogs(prompt);
    if (inLogs > 1) return [`sent ${inLogs} times: ${prompt}`];
    const isOffered = shown.includes(prompt);
    if (inLogs === 0 && !isOffered) return [`lost, ${told}: ${prompt}; the draft is ${shown}`];
    return inLogs === 1 && isOffered && told === "acknowledged" ? [`sent, and in the draft: ${prompt}`] : [];
  });
  const { draft } = page;
  if (draft?.told !== "acknowledged" || shown.includes(draft.text)) return lost;
  // Sent, though the answer did not come.
  if (page.prompts.get(draft.text) === "asked" && page.inLogs(draft.text) === 1) return lost;
  return [...lost, `the draft is lost: ${draft.text}; it is ${shown}`];
}

/** Nothing is shown as going on that is not. */
function truthProblems(view: WorkbenchView, page: DayPage, word: string): string[] {
  const isAlive = isRunning(`echo ${word}; sleep 4`);
  const execs = view.execs.filter(({ command }) => command.includes(`echo ${word}; sleep`));
  const asRunning = execs.filter(({ status }) => status === "running");
  return [
    ...view.approvals.filter(({ state }) => state === "open").map(({ id }) => `still open: ${id}`),
    ...view.entries.filter(({ isComplete }) => !isComplete).map(({ id }) => `still written: ${id}`),
    ...(asRunning.length > 0 && !isAlive && !isRunning(word) ? ["shown as running, and is not"] : []),
    ...(execs.length > 0 && asRunning.length === 0 && isAlive && isRunning(`echo ${word}; sleep 4`)
      ? [`running, and shown as ${execs.map(({ status }) => status)}`]
      : []),
    ...(view.activity.isWatched ? ["watched"] : []),
    ...(view.saving.state === "on" ? [] : [`saving: ${view.saving.state}`]),
    ...(page.stage.program.stderr === "" ? [] : [`stderr: ${page.stage.program.stderr.slice(0, 500)}`]),
  ];
}

function isRunning(text: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

async function goneOn(page: DayPage, word: string): Promise<string[]> {
  const prompt = `go on after ${word.replace("-end", "")}`;
  page.stage.model.push({ match: prompt, times: 1, actions: [{ text: `Here after ${word}.` }] });
  try {
    await agreed(page);
    await page.page.send(prompt);
    const isAnswered = ({ entries }: WorkbenchView) =>
      entries.some(({ item }) => "text" in item && item.text?.includes(`Here after ${word}`));
    const isBack = ({ draft, activity }: WorkbenchView) =>
      activity.phase === "none" && (draft?.text.includes(prompt) ?? false);
    const isNext = (view: WorkbenchView) => isAnswered(view) || isBack(view);
    await page.page.until("an answer", (view) => isNext(view) || asksConsent(view));
    await agreed(page);
    const { draft } = await page.page.until("an answer", isNext);
    // The agent was just dying: it comes back, and a person sends it again.
    if (!isAnswered(page.view)) await page.page.send(draft?.text ?? "");
    await page.page.until("an answer", isAnswered);
    await page.page.until("rest", ({ activity: { phase } }) => phase === "idle");
    page.draft = null;
    return [];
  } catch (error) {
    const { connection, activity, banner, draft } = page.view;
    const shown = JSON.stringify({
      state: connection.state,
      detail: connection.detail,
      activity,
      banner,
      draft,
    });
    return [`it does not go on: ${(error as Error).message.slice(0, 200)} ${shown}`];
  }
}

function asksConsent({ connection: { state, planId } }: WorkbenchView): boolean {
  return state === "degraded" && planId !== null;
}

/** To what waits for consent, if something does. */
async function agreed({ page }: DayPage): Promise<void> {
  if (!asksConsent(page.view)) return;
  await page.act({ type: "consent", plan: page.view.connection.planId ?? "", consent });
  await page.until("the agent", ({ activity: { phase } }) => phase === "idle");
}
