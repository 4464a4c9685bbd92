/** One of several processes that use the same catalog: lists, searches and prints what it found. */
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { scriptedSource } from "@reprise/testkit";
import { openLibrary } from "../src/library.ts";

const root = process.argv[2] ?? "";
const host = { ...nodeHost({ HOME: root, REPRISE_CACHE: join(root, "cache") }), homeFolder: root };
const library = openLibrary(host, { sources: [scriptedSource()] });
let hits = 0;
for await (const _ of library.search("question", { scope: "all" })) hits += 1;
const { total } = await library.list({ scope: "all" });
console.log(JSON.stringify({ total, hits, warnings: await library.warnings() }));
library.close();
