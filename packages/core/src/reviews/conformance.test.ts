import { describeReviews, openReviewsStage } from "@reprise/testkit";

describeReviews("own", () => openReviewsStage());
