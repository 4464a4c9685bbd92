export { type Composer, emptyComposer, isBlank, rewritten, sent, withHistory } from "./composer.ts";
export { bufferOf, type EditBuffer, emptyBuffer } from "./edit-buffer.ts";
export { composerKeys } from "./keys.ts";
export { pressComposer } from "./press.ts";
export { type ComposerPicture, composerPicture, textColumns } from "./view.ts";
