import { describeLibrary, openFileLibrary, openFileStage } from "@reprise/testkit";
import { httpLibrary } from "@reprise/web/client";
import { Stage } from "./stage.ts";

describeLibrary("HTTP", async (seeds) => {
  const files = await openFileLibrary(seeds);
  const runs = await openFileStage();
  const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };
  const stage = await Stage.open({ library: files.library, runner: runs.runner, limits });
  const library = httpLibrary(stage.call);
  return {
    library,
    async dispose() {
      library.close();
      await stage.close();
      await runs.close();
      await files.dispose();
    },
  };
});
