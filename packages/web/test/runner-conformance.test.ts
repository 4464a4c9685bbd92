import type { Runner } from "@reprise/model";
import { describeRunner, openMemoryStage } from "@reprise/testkit";
import { httpRunner } from "@reprise/web/client";
import { Stage } from "./stage.ts";

const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };

/** Each runner behind a server of its own, as in two processes. */
describeRunner("HTTP", async () => {
  const memory = await openMemoryStage();
  const opened: (() => Promise<void>)[] = [];
  const overHttp = async (runner: Runner): Promise<Runner> => {
    const server = await Stage.open({ runner, limits });
    const client = httpRunner(server.call);
    opened.push(async () => {
      client.close();
      await server.close();
    });
    return client;
  };
  return {
    ...memory,
    runner: await overHttp(memory.runner),
    second: async () => overHttp(await memory.second()),
    async close() {
      for (const close of opened) await close();
      await memory.close();
    },
  };
});
