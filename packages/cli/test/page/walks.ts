import type { Locator, WalkPage } from "./walk-page.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

export const message = (page: WalkPage): Locator => page.getByRole("textbox", { name: "Message" });
export const button = (page: WalkPage, name: string | RegExp): Locator => page.getByRole("button", { name });
export const tab = (page: WalkPage, name: RegExp): Locator => page.getByRole("tab", { name });

export const patch = (...lines: readonly string[]) => ({
  custom: { name: "apply_patch", input: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") },
});

/** A command that Codex asks for. */
export const escalated = (cmd: string) => ({
  call: {
    name: "exec_command",
    arguments: { cmd, sandbox_permissions: "require_escalated", justification: "may I?" },
  },
});

/** The model changes a line in each of two files, then says so. */
export function pushTwoEdits(stage: WorkbenchStage): void {
  stage.put("a.txt", "a1\na2\n");
  stage.put("b.txt", "b1\nb2\n");
  stage.model.push(
    [
      patch(
        ...["*** Update File: a.txt", "@@", "-a1", "+A1", " a2"],
        ...["*** Update File: b.txt", "@@", " b1", "-b2", "+B2"],
      ),
    ],
    [{ text: "Both files are **changed**." }],
  );
}

/** Settings with which Codex asks before it writes or leaves the sandbox. */
export async function chooseAsking(page: WalkPage): Promise<void> {
  await button(page, /^Codex/).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Sandbox" }).selectOption("read-only");
  await dialog.getByRole("combobox", { name: "Approvals" }).selectOption("on-request");
  await dialog.getByRole("button", { name: "Use these" }).click();
  await dialog.waitFor({ state: "hidden" });
}

export async function send(page: WalkPage, text: string): Promise<void> {
  await message(page).fill(text);
  await message(page).press("Enter");
}

/** A session whose two edits were allowed and written. */
export async function haveTwoEdits(stage: WorkbenchStage, page: WalkPage): Promise<void> {
  pushTwoEdits(stage);
  await chooseAsking(page);
  await send(page, "change both files");
  await button(page, "Allow once").click();
  await page.getByText("Both files are changed.").waitFor();
}
