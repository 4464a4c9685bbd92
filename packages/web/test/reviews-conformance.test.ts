import { describeReviews, openReviewsStage } from "@reprise/testkit";
import { httpReviews } from "@reprise/web/client";
import { Stage } from "./stage.ts";

const limits = { requestsPerSecond: 10_000, burstCount: 10_000 };

describeReviews("HTTP", async () => {
  const files = await openReviewsStage();
  const server = await Stage.open({ reviews: files.reviews, limits });
  return {
    ...files,
    reviews: httpReviews(server.call),
    async close() {
      await server.close();
      await files.close();
    },
  };
});
