import { describeWorkbenches, openWorkbenchStage } from "@reprise/testkit";
import { httpWorkbenches } from "@reprise/web/client";
import { Stage } from "./stage.ts";

const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };

describeWorkbenches("HTTP", async () => {
  const files = await openWorkbenchStage();
  const begin = async () => {
    const server = await Stage.open({ workbenches: files.workbenches, limits });
    const workbenches = httpWorkbenches(server.call);
    const end = async () => {
      await workbenches.close();
      await server.close();
    };
    return { workbenches, end };
  };
  let program = await begin();
  return {
    get workbenches() {
      return program.workbenches;
    },
    agent: files.agent,
    cwd: files.cwd,
    async restart() {
      await program.end();
      await files.restart();
      program = await begin();
    },
    async close() {
      await program.end();
      await files.close();
    },
  };
});
