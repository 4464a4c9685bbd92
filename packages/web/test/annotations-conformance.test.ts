import { describeAnnotations, openFileLibrary, openFileStage } from "@reprise/testkit";
import { httpAnnotations, httpLibrary } from "@reprise/web/client";
import { Stage } from "./stage.ts";

describeAnnotations("HTTP", async (seeds) => {
  const files = await openFileLibrary(seeds);
  const runs = await openFileStage();
  const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };
  const { library: served, annotations } = files;
  const stage = await Stage.open({ library: served, annotations, runner: runs.runner, limits });
  const library = httpLibrary(stage.call);
  return {
    library,
    annotations: httpAnnotations(stage.call),
    async dispose() {
      library.close();
      await stage.close();
      await runs.close();
      await files.dispose();
    },
  };
});
