import { describeLibrary } from "./conformance/library.ts";
import { memoryLibrary } from "./memory-library.ts";

describeLibrary("memory", async (seeds) => ({ library: memoryLibrary(seeds), dispose: () => undefined }));
