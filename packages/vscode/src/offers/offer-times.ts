interface OfferTimes {
  readonly offer: () => Promise<void>;
  readonly isWanted: () => boolean;
  readonly onProblem: (problem: Error) => void;
}

/** Offers now, if that is wanted. Returns what offers again, for when the folders of the window change. */
export function offerNowAndLater({ offer, isWanted, onProblem }: OfferTimes): () => void {
  const offerAgain = () => {
    if (isWanted()) offer().catch(onProblem);
  };
  offerAgain();
  return offerAgain;
}
