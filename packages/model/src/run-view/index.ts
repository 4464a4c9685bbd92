export * from "./clip.ts";
export * from "./entries.ts";
export * from "./entry.ts";
export * from "./flow.ts";
export * from "./streamed.ts";
export * from "./view.ts";
export * from "./words.ts";
export * from "./working.ts";
