import type { RunWish } from "@reprise/model";
import { openFileLibrary, openFileStage, type RunnerStage, type SessionSeed } from "@reprise/testkit";
import { httpLibrary, httpRunner, type LinkOptions } from "@reprise/web/client";
import type { Given } from "../src/server/index.ts";
import { Stage, token } from "./stage.ts";

const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };

/** A server over the runner of files with a scripted agent, and a library of other files. */
export async function openRunnerStage(given: Partial<Given> = {}, seeds: readonly SessionSeed[] = []) {
  const files: RunnerStage = await openFileStage();
  const sessions = await openFileLibrary(seeds);
  const served = { ...given, limits: { ...limits, ...given.limits } };
  const server = await Stage.open({ runner: files.runner, library: sessions.library, ...served });
  const closing: (() => void | Promise<void>)[] = [];
  const callTo =
    (url: string) =>
    (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  return {
    files,
    server,
    sessions: sessions.library,
    agent: files.agent,
    local: files.runner,
    onClose: closing,
    wish: (prompt: string, more: Partial<RunWish> = {}): RunWish => ({
      agent: "codex",
      cwd: files.cwd,
      prompt,
      canAnswer: true,
      settings: { model: "small", sandbox: "workspace-write", approvalPolicy: "on-request" },
      ...more,
    }),
    runner(options?: LinkOptions, url = server.url) {
      const runner = httpRunner(callTo(url), options);
      closing.push(() => runner.close());
      return runner;
    },
    library(options?: LinkOptions, url = server.url) {
      const library = httpLibrary(callTo(url), options);
      closing.push(() => library.close());
      return library;
    },
    post: (path: string, body: unknown) =>
      server.get(
        path,
        { "content-type": "application/json" },
        {
          method: "POST",
          body: typeof body === "string" ? body : JSON.stringify(body),
        },
      ),
    async close() {
      for (const close of closing) await close();
      await server.close();
      await files.close();
      await sessions.dispose();
    },
  };
}
