import { describeLibrary, memoryLibrary, openMemoryStage } from "@reprise/testkit";
import { httpLibrary } from "@reprise/web/client";
import { Stage } from "./stage.ts";

describeLibrary("HTTP", async (seeds) => {
  const { runner } = await openMemoryStage();
  const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };
  const stage = await Stage.open({ library: memoryLibrary(seeds), runner, limits });
  const library = httpLibrary(stage.call);
  return {
    library,
    async dispose() {
      library.close();
      await stage.close();
    },
  };
});
