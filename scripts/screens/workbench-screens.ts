import { join } from "node:path";
import type { WalkPage } from "../../packages/cli/test/page/walk-page.ts";
import { button, chooseAsking, escalated, message, patch, send, tab } from "../../packages/cli/test/page/walks.ts";
import { startWalkBrowser, WorkbenchStage } from "../../packages/cli/test/page/workbench-stage.ts";

const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

const source = `import { readFileSync } from "node:fs";

/** The lines of a file. */
export function read(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return text.split("\\n").slice(0, -1);
}
`;
const found = `I read \`read.ts\`. It drops the last line of a file **without a newline at its end**:

- \`slice(0, -1)\` removes the last element, whatever it is
- only files that end with a newline are tested

\`\`\`ts
return text.split("\\n").slice(0, -1);
\`\`\`

I will keep that line and add a test.`;

/** The workbench of `reprise open` with the real Codex and a scripted model, and the options. Adds to the folder. */
export async function workbenchScreens(folder: string): Promise<void> {
  const stage = await WorkbenchStage.open("parser");
  const browser = await startWalkBrowser();
  try {
    stage.put("read.ts", source);
    pushWork(stage);
    await stage.serve();
    const person = await browser.newContext({ viewport: desktop });
    const { page } = await stage.enter(person);
    const shoot = async (name: string) => {
      // For what comes in after it: marks, the end of a conversation.
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      process.stderr.write(`screens: page/${name}\n`);
    };
    await work(page, shoot);
    await colours(page, shoot);
  } finally {
    await browser.close();
    await stage.close();
  }
}

function pushWork({ model }: WorkbenchStage): void {
  model.push(
    [
      { reasoning: "**Reading the code**\n\nThe last line is cut off." },
      { text: found },
      escalated("cat read.ts | head -4"),
    ],
    [
      patch(
        ...["*** Update File: read.ts", "@@", '-  return text.split("\\n").slice(0, -1);'],
        ...['+  const lines = text.split("\\n");', '+  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;'],
        ...["*** Add File: read.test.ts", '+import { expect, test } from "vitest";'],
        ...['+import { read } from "./read.ts";', "+"],
        '+test("the last line stays", () => expect(read("a")).toEqual(["one"]));',
      ),
    ],
    [escalated("printf '\\033[32m✓\\033[0m read.test.ts (2 tests)\\n\\033[1mTests\\033[0m  2 passed\\n'")],
    [{ text: "Done: the last line stays, and a test covers both kinds of files." }],
  );
}

type Shoot = (name: string) => Promise<void>;

async function work(page: WalkPage, shoot: Shoot): Promise<void> {
  await page.getByRole("status", { name: "Connection", exact: true }).filter({ hasText: "Connected" }).waitFor();
  await chooseAsking(page);
  await send(page, "The last line of a file is missing when it has no newline. Fix it and add a test.");
  await page.getByRole("heading", { name: "asks to run a command" }).waitFor();
  await button(page, "Allow once").click();
  await page.getByRole("heading", { name: "asks to change files" }).waitFor();
  await tab(page, /Changes/).click();
  await shoot("request-desktop-light");
  await button(page, "Allow once").click();
  await page.getByRole("heading", { name: "asks to run a command" }).waitFor();
  await button(page, "Allow once").click();
  await page.getByText("Done: the last line stays").first().waitFor();
  await tab(page, /Console/).click();
  await message(page).fill("Also bump the version");
  await shoot("workbench-desktop-light");
}

async function colours(page: WalkPage, shoot: Shoot): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot("workbench-desktop-dark");
  await tab(page, /Changes/).click();
  await shoot("changes-desktop-dark");
  await page.setViewportSize(phone);
  await shoot("changes-phone-dark");
  await tab(page, /Chat/).click();
  await shoot("workbench-phone-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await shoot("workbench-phone-light");
  await page.setViewportSize(desktop);
  await page.evaluate(`location.hash = "#/options"`);
  await page.getByRole("checkbox", { name: "Persist session between restarts" }).waitFor();
  await shoot("options-desktop-light");
}
