import { describeAnnotations, memoryAnnotations, openMemoryStage } from "@reprise/testkit";
import { httpAnnotations, httpLibrary } from "@reprise/web/client";
import { Stage } from "./stage.ts";

describeAnnotations("HTTP", async (seeds) => {
  const { runner } = await openMemoryStage();
  const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };
  const stage = await Stage.open({ ...memoryAnnotations(seeds), runner, limits });
  const library = httpLibrary(stage.call);
  return {
    library,
    annotations: httpAnnotations(stage.call),
    async dispose() {
      library.close();
      await stage.close();
    },
  };
});
