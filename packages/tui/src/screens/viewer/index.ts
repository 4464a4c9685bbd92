export { viewerScreen } from "./screen.ts";
export { begin } from "./state.ts";
