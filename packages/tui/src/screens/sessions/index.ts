export { sessionsScreen } from "./screen.ts";
export { begin } from "./state.ts";
