export { statusScreen } from "./screen.ts";
export { begin } from "./state.ts";
