export { begin } from "./begin.ts";
export { liveScreen } from "./screen.ts";
