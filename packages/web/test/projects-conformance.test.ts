import type { Projects } from "@reprise/model";
import { describeProjects, openProjectsStage } from "@reprise/testkit";
import { httpProjects } from "@reprise/web/client";
import { Stage } from "./stage.ts";

const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };

/** Each behind a server of its own, as in two processes. */
describeProjects("HTTP", async () => {
  const files = await openProjectsStage();
  const opened: (() => Promise<void>)[] = [];
  const overHttp = async (projects: Projects) => {
    const server = await Stage.open({ projects, limits });
    const client = httpProjects(server.call);
    opened.push(async () => {
      await client.close();
      await server.close();
    });
    return client;
  };
  return {
    ...files,
    projects: await overHttp(files.projects),
    second: async () => overHttp(await files.second()),
    async close() {
      for (const close of opened) await close();
      await files.close();
    },
  };
});
