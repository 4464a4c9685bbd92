import { httpReviews } from "@reprise/web/client/reviews";
import { useMemo } from "preact/hooks";
import { usePage } from "../shell/page.ts";
import type { ScreenProps } from "../shell/screens.ts";
import { ChooseReview } from "./choose-review.tsx";
import { ReviewPage } from "./review-page.tsx";
import "../restore/restore.css";
import "../text/text.css";
import "./reviews.css";

export function Screen({ route }: ScreenProps<"reviews">) {
  const { call } = usePage();
  const reviews = useMemo(() => httpReviews(call), [call]);
  const { target, comments, folder } = route;
  if (target === null && comments === null) return <ChooseReview />;
  // Another filter is the same page.
  return <ReviewPage key={`${target}\n${comments}\n${folder}`} reviews={reviews} route={route} />;
}
