export * from "./load-words.ts";
export * from "./options.ts";
export * from "./saved-state.ts";
export * from "./selection.ts";
export * from "./view.ts";
export * from "./workbench.ts";
