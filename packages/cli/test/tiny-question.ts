// Asks one question at the terminal, for tests of what happens to the terminal around it: `node tiny-question.ts`.
import { openKeyboard } from "../src/ask/keyboard.ts";

const keyboard = await openKeyboard(process.stdin);
process.stderr.write(`pid ${process.pid} asked\n`);
const key = await keyboard.next();
if (key === "u") throw new Error("nobody caught this");
if (key === "e") process.exit(3);
keyboard.close();
