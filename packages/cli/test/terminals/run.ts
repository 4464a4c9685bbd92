/** The app in real terminals, for those that are installed: `npm run campaign terminals`, or `terminals:kitty` for one. Exits with 1 when something does not hold. */
import { checks } from "./checks.ts";
import { Display } from "./display.ts";
import { emulators, versionOf } from "./emulators.ts";
import { inWindow } from "./window.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);
const tools = { Xvfb: "-help", xdotool: "version", xclip: "-version" };
const missingOf = (needs: Readonly<Record<string, string>>) =>
  Object.keys(needs).filter((program) => versionOf(program, needs[program] ?? "") === null);

const missingTools = missingOf(tools);
if (missingTools.length > 0) {
  say(`terminals: nothing was tried. Missing: ${missingTools.join(", ")} (Debian: xvfb, xdotool, xclip).`);
  process.exit(0);
}
const display = await Display.open();
let [heldCount, failedCount] = [0, 0];
try {
  for (const emulator of emulators.filter(({ name }) => name.startsWith(process.argv[2] ?? ""))) {
    const missing = missingOf(emulator.needs);
    if (missing.length > 0) {
      say(`${emulator.name}: not tried. Missing: ${missing.join(", ")}.`);
      continue;
    }
    say(
      Object.entries(emulator.needs)
        .map(([program, option]) => versionOf(program, option))
        .join(", "),
    );
    for (const { name, script, act } of checks)
      try {
        await inWindow(emulator, display, script, act);
        heldCount += 1;
        say(`  holds: ${name}`);
      } catch (error) {
        failedCount += 1;
        say(`  FAILS: ${name}\n${error instanceof Error ? error.message : error}`);
      }
  }
} finally {
  await display.close();
}
say(`terminals: ${heldCount} hold, ${failedCount} fail`);
process.exitCode = failedCount > 0 ? 1 : 0;
