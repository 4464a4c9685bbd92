export * from "./answer.ts";
export { pageSchema, sessionSchema } from "./session.ts";
export * from "./transcript.ts";
