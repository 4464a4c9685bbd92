import { join } from "node:path";
import { ReviewStage } from "../../packages/cli/test/page/review-stage.ts";
import { button, patch } from "../../packages/cli/test/page/walks.ts";
import { startWalkBrowser } from "../../packages/cli/test/page/workbench-stage.ts";

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const;

/** A review of `reprise open` with the real Codex, a scripted model and a GitHub server on this machine. Adds to the folder. */
export async function reviewScreens(folder: string): Promise<void> {
  const stage = await ReviewStage.open("shop");
  const browser = await startWalkBrowser();
  try {
    await stage.bench.serve();
    const page = await (await browser.newContext({ viewport: sizes.desktop })).newPage();
    await page.goto(stage.bench.program.link.href);
    const shoot = async (name: string) => {
      for (const [size, box] of Object.entries(sizes))
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize(box);
          await page.emulateMedia({ colorScheme });
          await page.waitForTimeout(400); // for the layout of the other size
          await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
          process.stderr.write(`screens: page/${name}-${size}-${colorScheme}\n`);
        }
      await page.setViewportSize(sizes.desktop);
    };
    await page.evaluate(`location.hash = "#/reviews?target=acme%2Fshop%2342"`);
    await page.locator("#comments [role=option]").first().waitFor();
    await page.keyboard.press("j");
    await shoot("review");
    stage.bench.model.push(
      [
        patch(
          ...["*** Update File: src/cart.ts", "@@", "-  return items.length;"],
          "+  return items.reduce((sum, { price }) => sum + price, 0);",
        ),
      ],
      [{ text: "101: summed the prices. 102, 103: unchanged." }],
    );
    await button(page, /^Work on/).click();
    await page.getByRole("combobox", { name: "Sandbox" }).selectOption("read-only");
    await shoot("review-start");
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await button(page, "Allow once").waitFor();
    await shoot("review-request");
    await button(page, "Allow once").click();
    await page.getByText("changed near the line").first().waitFor();
    await shoot("review-report");
    await page.evaluate(`location.hash = "#/reviews"`);
    await page.getByText("Recent").waitFor();
    await shoot("reviews");
  } finally {
    await browser.close();
    await stage.close();
  }
}
