export { reviewScreen } from "./screen.ts";
export { begin } from "./state.ts";
