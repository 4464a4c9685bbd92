export { projectsScreen } from "./screen.ts";
export { begin } from "./state.ts";
