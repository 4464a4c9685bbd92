import { nodeHost } from "@reprise/core";
import type { Demo } from "@reprise/demo";
import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { homesIn } from "../homes.ts";
import { openAnnotationsOn } from "../open-annotations.ts";
import { openChatsOn } from "../open-chats.ts";
import { openProjectsOn } from "../open-projects.ts";
import { openReviewsOn } from "../open-reviews.ts";
import type { Interrupts } from "../serving/interrupts.ts";
import { servePage } from "../serving/serve-page.ts";

interface DemoServing {
  readonly port: number | null;
  readonly signals: Interrupts;
}

/** The page on the demo's machine, until it is stopped. */
export async function demoPage(job: Job, demo: Demo, { port, signals }: DemoServing): Promise<ExitCode> {
  const { env, cwd } = demo;
  const { version, agents } = job.machine;
  const library = demo.openLibrary();
  const runner = await demo.openRunner({ version, library });
  const projects = await openProjectsOn(env, { library, runner, agents });
  const { values, stdout, stderr } = job;
  const { homeFolder } = nodeHost(env);
  try {
    return await servePage(
      {
        values,
        stdout,
        stderr,
        libraryOptions: {},
        machine: { env, cwd, version, agents, openChats: async () => openChatsOn(env, { version, agents }) },
        library: async () => library,
        runner: async () => runner,
        projects: async () => projects,
        reviews: async () => openReviewsOn(env, { library, runner }),
        annotations: async () => openAnnotationsOn(env, library),
      },
      {
        port,
        signals,
        browserEnv: job.machine.env,
        about: () => ({
          version,
          agents: [...demo.agents],
          homeFolder,
          lookedIn: homesIn(env, {}, agents).map(({ path }) => path),
          isDemo: true,
          server: { pid: process.pid, starter: null },
        }),
        note: "Everything in it is scratch. Ctrl-C stops the server and removes it.",
      },
    );
  } finally {
    await projects.close();
    await runner.close();
    await library.close();
  }
}
