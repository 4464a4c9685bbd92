import { describeAnnotations } from "./conformance/annotations.ts";
import { memoryAnnotations } from "./memory-annotations.ts";

describeAnnotations("memory", async (seeds) => ({ ...memoryAnnotations(seeds), dispose: () => undefined }));
