/** Every kind of special file at every place where Reprise reads; ends with 1 where something goes wrong. */
import { everyCase } from "./special-files.ts";

const { cases, problems } = await everyCase((text) => console.error(text));
for (const problem of problems) console.log(problem);
console.log(`special files: ${cases} commands, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
