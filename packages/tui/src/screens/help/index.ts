export { helpKeys } from "./keys.ts";
export { helpScreen } from "./screen.ts";
export { begin } from "./state.ts";
