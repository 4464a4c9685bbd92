export * from "./error.ts";
export * from "./ids.ts";
export * from "./library.ts";
export * from "./restore.ts";
export * from "./run.ts";
export * from "./runner.ts";
export * from "./session.ts";
export * from "./transcript.ts";
