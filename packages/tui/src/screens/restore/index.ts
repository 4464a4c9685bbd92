export { restoreScreen } from "./screen.ts";
export { begin } from "./state.ts";
