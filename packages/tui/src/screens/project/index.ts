export { projectScreen } from "./screen.ts";
export { begin } from "./state.ts";
