export { type Composer, emptyComposer, isBlank, rewritten, sent, withHistory } from "./composer.ts";
export { bufferOf } from "./edit-buffer.ts";
export { composerKeys } from "./keys.ts";
export { pressComposer } from "./press.ts";
export { composerPicture, textColumns } from "./view.ts";
