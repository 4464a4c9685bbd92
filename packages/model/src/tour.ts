/** Where the person is in the demo. */
export type TourPlace = "list" | "plan" | "conversation" | "continued" | "elsewhere";

type TourFace = "app" | "page";

/** The four steps of the demo, as each face says them. The place decides which one is shown. */
const steps: readonly { readonly place: TourPlace; readonly words: Readonly<Record<TourFace, string>> }[] = [
  {
    place: "list",
    words: {
      app: "this session was cut off. Press R.",
      page: "the first session was cut off.",
    },
  },
  {
    place: "plan",
    words: {
      app: "the plan: same thread, nothing is sent yet. Press Enter.",
      page: "this is the plan: the same thread, and nothing is sent yet. Press Restore.",
    },
  },
  {
    place: "conversation",
    words: {
      app: "write: make the checks pass. Then y allows what is asked.",
      page: "it is back. Write “make the checks pass”, and allow what the agent asks for.",
    },
  },
  {
    place: "continued",
    words: {
      app: "it continued where it was cut off. Press Esc twice.",
      page: "it continued where it was cut off. Projects, Reviews and Usage have samples too; reprise open shows your own sessions.",
    },
  },
];

const elsewhere: Readonly<Record<TourFace, string>> = {
  app: "Esc goes back to the session that was cut off.",
  page: "The steps of the demo continue in Sessions.",
};

/** The app fits it into one row, so that it has its last words where the conversation is not. */
const afterwards = "Done. Look around, or press q; reprise shows your own sessions.";

/** `isDone`: a session was continued; the list has nothing more to lead to. */
export function tourWords(place: TourPlace, face: TourFace, isDone: boolean): string {
  const isInside = place === "continued" || place === "conversation";
  if (isDone && face === "app" && !isInside) return afterwards;
  const at = isDone ? "continued" : place;
  const index = steps.findIndex((step) => step.place === at);
  const step = steps[index];
  return step === undefined ? elsewhere[face] : `${index + 1} of ${steps.length}: ${step.words[face]}`;
}
