export { crashScreen } from "./screen.ts";
export { begin } from "./state.ts";
