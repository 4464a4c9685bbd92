/**
 * Runs `codex app-server`, one process per thread.
 *
 * - how it is started: program.ts, home.ts; how it is opened: handshake.ts, settings.ts; why it refuses: refusal.ts
 * - its messages: json-rpc-peer.ts (the process), message.ts (their shapes), call-error.ts, time-limits.ts
 * - a thread: thread.ts; a turn of it: running-turn.ts; prompts that are not confirmed yet: sent-prompts.ts
 * - messages to items: thread-items.ts, item-keys.ts, notice.ts, shell-words.ts; why a turn failed: turn-failure.ts
 * - requests of the agent: requests/request-router.ts, then requests/approval.ts, requests/question.ts, requests/grants.ts
 * - a history for a new thread: inject-items.ts; models and tools it offers: read-models.ts, tool-servers.ts
 * - which permissions it has: permissions.ts
 */

import { setTimeout as sleep } from "node:timers/promises";
import { nodeHost } from "../../../host/node-host.ts";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "../../driving/driver.ts";
import { rememberVersion } from "../../driving/installed-version.ts";
import { codexAgent } from "../agent.ts";
import { configuredTier } from "../configuration.ts";
import { codexReleases } from "../releases.ts";
import { unresumable } from "../unresumable.ts";
import { introduce, shakeHands, type ThreadOpening } from "./handshake.ts";
import { codexHome } from "./home.ts";
import { codexPermissions } from "./permissions.ts";
import { foundProgram, installedCodex, missingProgram, startProgram } from "./program.ts";
import { refusalOf } from "./refusal.ts";
import { approvedHash } from "./requests/approved-hash.ts";
import { CodexThread } from "./thread.ts";
import { defaultLimits, type TimeLimits } from "./time-limits.ts";

/** Runs `codex app-server`: one process per thread. */
export const codexDriver: AgentDriver = makeCodexDriver();

export function makeCodexDriver(limits: TimeLimits = defaultLimits): AgentDriver {
  return {
    agent: codexAgent.agent,
    can: codexAgent.can,
    missing: missingProgram,
    releases: codexReleases,
    installed: installedCodex,
    start: (launch) => openThread({ how: "start" }, launch, limits),
    resume: (thread, launch) => openThread({ how: "resume", thread }, launch, limits),
    fork: (from, launch) => openThread({ how: "fork", from }, launch, limits),
    marks: "CODEX_THREAD_ID",
    unresumable,
    unarchive: (thread) => `codex unarchive ${thread}`,
    homeOf: codexHome,
    permissions: codexPermissions,
    approvedHash: (command, settings, launch) =>
      approvedHash(command, settings, { shell: launch.env.SHELL || "/bin/bash", home: codexHome(launch) }),
  };
}

/** Two first starts in a new home race to create its databases: the loser exits without effects and is restarted. */
async function openThread(opening: ThreadOpening, launch: Launch, limits: TimeLimits): Promise<LiveThread> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(opening, launch, limits);
    } catch (error) {
      const isInTheWay = error instanceof DriverError && /sqlite state runtime/.test(error.message);
      if (!isInTheWay || tries === mostTries) throw error;
      await sleep(tries * 300, undefined, { signal: launch.signal });
    }
  }
}

const mostTries = 4;

async function openOnce(opening: ThreadOpening, launch: Launch, limits: TimeLimits): Promise<LiveThread> {
  launch.signal.throwIfAborted();
  const thread = new CodexThread(await startProgram(launch), launch, limits);
  try {
    const version = await introduce(thread.peer, limits);
    const program = foundProgram(launch);
    if (version !== null && program !== null) rememberVersion(program, version, launch.env);
    const serviceTier = configuredTier(codexHome(launch), nodeHost(launch.env).files);
    thread.router.open(await shakeHands(thread.peer, launch, opening, { version, limits, serviceTier }));
    launch.signal.throwIfAborted();
    return thread;
  } catch (error) {
    await thread.close();
    launch.signal.throwIfAborted();
    if (error instanceof DriverError) throw error;
    throw new DriverError(refusalOf(error), { cause: error });
  }
}
