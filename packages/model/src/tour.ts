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
      app: "it continued where it was cut off. Esc leads back.",
      page: "it continued where it was cut off. Projects, Reviews and Usage have samples too.",
    },
  },
];

const elsewhere: Readonly<Record<TourFace, string>> = {
  app: "Esc leads back to the session that was cut off.",
  page: "The steps of the demo continue in Sessions.",
};

/** `isDone`: a session was continued; the list has nothing more to lead to. */
export function tourWords(place: TourPlace, face: TourFace, isDone: boolean): string {
  const at = isDone ? "continued" : place;
  const index = steps.findIndex((step) => step.place === at);
  const step = steps[index];
  return step === undefined ? elsewhere[face] : `${index + 1} of ${steps.length}: ${step.words[face]}`;
}
