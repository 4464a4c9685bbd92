export * from "./acting.ts";
export * from "./answer.ts";
export * from "./event.ts";
export * from "./files.ts";
export * from "./plan.ts";
export { pageSchema, sessionSchema } from "./session.ts";
export * from "./transcript.ts";
