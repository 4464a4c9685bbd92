import {
  type Agent,
  type RunState,
  SessionError,
  type SessionId,
  sessionIdOf,
  type UnsentPrompt,
  type Warning,
} from "@reprise/model";
import type { AgentDefinition } from "../agents/definition.ts";
import type { AgentDriver } from "../agents/driving/driver.ts";
import type { NativeWriter } from "../agents/writing/native-writer.ts";
import type { ReadToolMeaning } from "../agents/writing/portable.ts";
import type { Host } from "../host/host.ts";
import { findRuns } from "../journal/find-runs.ts";
import { scopeFolder } from "../journal/journal-name.ts";
import type { FileLibrary, RecordedSession } from "../library/file-library.ts";
import type { ScanOf } from "../restore/ailments.ts";
import { gatherEvidence, turnsLookedAt } from "../restore/gather-evidence.ts";
import type { Evidence } from "../restore/plan-resume.ts";
import type { RunEnvironment } from "../runs/open-run.ts";
import { type SavedPrompt, savedPrompts } from "../runs/prompts/prompt-store.ts";
import { inFull } from "../runs/prompts/unconfirmed-prompts.ts";
import { addReply, type KeptReply, type Reply, readReplies, repliesPath } from "../runs/saved-replies.ts";
import { historyOf, type ThreadHistory } from "../runs/thread-history.ts";
import { projectOf } from "../workspace/project.ts";
import { remotesOf } from "../workspace/repository.ts";
import { latestOffered } from "./offer.ts";
import { type UnsentPrompts, unsentPrompts } from "./unsent-prompts.ts";

export interface EvidenceReaderParts {
  readonly environment: RunEnvironment;
  readonly agents: readonly AgentDefinition[];
  readonly library: FileLibrary;
  readonly driverOf: (agent: Agent) => AgentDriver | null;
  readonly writerOf: (agent: Agent) => NativeWriter | null;
  readonly scanOf: ScanOf;
  readonly toolMeaningOf: (agent: Agent) => ReadToolMeaning | undefined;
}

/** Sessions and runs on this machine, from agents' logs and our journals. Reads only. */
export class EvidenceReader {
  readonly environment: RunEnvironment;
  readonly agents: readonly AgentDefinition[];
  readonly library: FileLibrary;
  readonly driverOf: EvidenceReaderParts["driverOf"];
  readonly writerOf: EvidenceReaderParts["writerOf"];
  readonly scanOf: EvidenceReaderParts["scanOf"];
  readonly toolMeaningOf: EvidenceReaderParts["toolMeaningOf"];
  readonly #warnings: Warning[] = [];

  constructor(parts: EvidenceReaderParts) {
    this.environment = parts.environment;
    this.agents = parts.agents;
    this.library = parts.library;
    this.driverOf = parts.driverOf;
    this.writerOf = parts.writerOf;
    this.scanOf = parts.scanOf;
    this.toolMeaningOf = parts.toolMeaningOf;
  }

  titleOf(agent: Agent): string {
    return this.agents.find((one) => one.agent === agent)?.title ?? agent;
  }

  get host(): Host {
    return this.environment.host;
  }

  /** `cwd`: the working directory or the session's; selects the repository for frankie. */
  async runs(cwd: string | null = null, scope?: RunState["scope"]): Promise<readonly RunState[]> {
    const remotes = this.remotesOf(cwd);
    const { runs, warnings } = await findRuns(this.environment.stateFolder, this.host, scope, remotes);
    this.#warnings.push(...warnings);
    return runs;
  }

  async history({ session, home }: RecordedSession): Promise<ThreadHistory> {
    const { agent, thread, workspace } = session;
    const homeOf = this.driverOf(agent)?.homeOf;
    const { env } = this.host;
    const isSameHome = (run: RunState) => homeOf?.({ home: run.home, env }) === homeOf?.({ home, env });
    const runs = await this.runs(workspace);
    const history = await historyOf(agent, thread, runs, this.host, this.warn, isSameHome);
    if (history.unarrived.length === 0) return history;
    const savedTexts = this.savedTexts();
    return {
      ...history,
      unarrived: history.unarrived.map((sent) => ({ ...sent, text: inFull(sent, savedTexts) })),
    };
  }

  /** `unsent`: prompts for the session that no journal holds. */
  async evidence(
    { session, home, chat, about }: RecordedSession,
    history: ThreadHistory,
    unsent: readonly UnsentPrompt[] = [],
  ): Promise<Evidence> {
    const last = await this.library.read(session, { last: turnsLookedAt });
    const replies = this.replies();
    return gatherEvidence(
      {
        session,
        home,
        chat,
        about,
        history,
        replies,
        last,
        driver: this.driverOf(session.agent),
        rulesOf: (agent) => this.driverOf(agent)?.permissions ?? null,
        unsent: unsent.map(({ text, at }) => ({ text, sentAt: at, isConfirmed: false })),
      },
      this.host,
    );
  }

  readonly savedPrompts = (): readonly SavedPrompt[] =>
    savedPrompts(this.environment.stateFolder, this.host, this.warn);

  /** Texts of the saved prompt files, by id. */
  savedTexts(): ReadonlyMap<string, string> {
    return new Map(this.savedPrompts().map(({ id, text }) => [id, text]));
  }

  async leftPrompts(): Promise<UnsentPrompts> {
    return unsentPrompts(this, await this.runs());
  }

  /** The session that can be continued in a folder's project. */
  interruptedIn(cwd: string, runs: readonly RunState[]): SessionId | null {
    const folder = scopeFolder(this.scopeOf(cwd));
    const here = runs.filter(({ scope }) => scopeFolder(scope) === folder);
    const run = latestOffered(here, this.replies());
    return run?.thread ? sessionIdOf(run.agent, run.thread) : null;
  }

  readonly warn = (warning: Warning): void => {
    this.#warnings.push(warning);
  };

  /** Unreadable replies are skipped and reported. */
  replies(): readonly KeptReply[] {
    return this.#warned(() => readReplies(this.environment.stateFolder, this.host)) ?? [];
  }

  /** A reply that cannot be saved is reported and asked for again; it stops nothing. */
  keepReply(reply: Reply): void {
    this.#warned(() => addReply(this.environment.stateFolder, reply, this.host));
  }

  #warned<Value>(act: () => Value): Value | null {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      const kind = error.code === "not-saved" ? "not-saved" : "unreadable";
      this.#warnings.push({ kind, path: repliesPath(this.environment.stateFolder), detail: error.message });
      return null;
    }
  }

  scopeOf(cwd: string): RunState["scope"] {
    return { kind: "workspace", root: projectOf(cwd, this.host.files).roots[0] ?? cwd };
  }

  remotesOf(cwd: string | null): ReadonlySet<string> {
    const repository = cwd === null ? null : projectOf(cwd, this.host.files).repository;
    return repository ? remotesOf(repository, this.host.files) : new Set();
  }

  /** Each once: several queries may have read the same file. */
  async warnings(): Promise<readonly Warning[]> {
    const all = [...this.#warnings.splice(0), ...(await this.library.warnings())];
    return [...new Map(all.map((warning) => [`${warning.path}\0${warning.detail}`, warning])).values()];
  }
}
