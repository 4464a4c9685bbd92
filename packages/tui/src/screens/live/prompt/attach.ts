import { exactLine, imagePathIn, traitsOf } from "@reprise/model";
import { rewritten } from "../../../composer/index.ts";
import type { Input } from "../../../kernel/input.ts";
import type { Attachment, LiveMessage, LiveState, LiveStep, LiveTask } from "../state.ts";
import { hinted } from "./hinted.ts";

const noBytes =
  "Terminals give a program no images from the clipboard. Save it, then drag the file here or paste its path.";

/** An image that is pasted, dropped or removed; null if the input is about none. */
export function pressAttachment(state: LiveState, input: Input): LiveStep | null {
  const { attached, composer } = state;
  if (input.type === "key") {
    if (input.key === "ctrl+v") return hinted(state, noBytes);
    if (input.key !== "backspace" || composer.buffer.cursor > 0 || attached.length === 0) return null;
    return { state: { ...state, attached: attached.slice(0, -1) } };
  }
  if (input.type !== "paste") return null;
  // Some terminals paste nothing where the clipboard has an image.
  if (input.text === "") return hinted(state, noBytes);
  const path = imagePathIn(input.text, { isPasted: true });
  if (path === null || !takesImages(state)) return null;
  return reading(state, { path, text: input.text, isPasted: true });
}

/** Enter on the path of an image alone attaches it; null if the text is another. */
export function enteredImage(state: LiveState): LiveStep | null {
  const { text } = state.composer.buffer;
  const path = imagePathIn(text, { isPasted: false });
  if (path === null || !takesImages(state)) return null;
  return reading(state, { path, text, isPasted: false });
}

type Read = Omit<LiveTask & { readonly type: "attach" }, "type">;

function reading(state: LiveState, image: Read): LiveStep {
  return { state: { ...state, attaching: state.attaching + 1 }, tasks: [{ type: "attach", ...image }] };
}

export function imageRead(state: LiveState): LiveState {
  return { ...state, attaching: state.attaching - 1 };
}

/** A message does not leave without the image that was just pasted. */
export function imageAwaited(state: LiveState): LiveStep | null {
  return state.attaching === 0 ? null : hinted(state, "The image is still being read. Try again in a moment.");
}

/** Said where an image is named to an agent that takes none. */
export function noImagesHint(state: LiveState, input: Input): string | null {
  if (input.type !== "paste" || imagePathIn(input.text, { isPasted: true }) === null) return null;
  const { title } = traitsOf(state.place.agents, state.view.agent);
  return takesImages(state) ? null : `${title} takes no images here: the path stays text.`;
}

function takesImages({ place, view }: LiveState): boolean {
  return traitsOf(place.agents, view.agent).takesImages;
}

export function imageAttached(
  state: LiveState,
  { path, sizeBytes, text }: LiveMessage & { type: "attached" },
): LiveState {
  const isTyped = state.composer.buffer.text === text;
  const image: Attachment = { kind: "image", path, sizeBytes };
  return {
    ...state,
    attached: withAttached(state.attached, [image]),
    composer: isTyped ? rewritten(state.composer, "") : state.composer,
  };
}

/** The one that is there already stays. */
export function withAttached(attached: readonly Attachment[], more: readonly Attachment[]): readonly Attachment[] {
  const known = new Set(attached.map(({ path }) => path));
  return [...attached, ...more.filter(({ path }) => !known.has(path))];
}

/** An image of a draft that is no longer there. */
export function imageGone(state: LiveState, { path, reason }: LiveMessage & { type: "not-there" }): LiveStep {
  const attached = state.attached.filter((one) => one.path !== path);
  return hinted({ ...state, attached }, `The image ${exactLine(path)} is not attached any more. ${reason}`);
}
