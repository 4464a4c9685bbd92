import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("what is written after its removal does not outlive the process", () => {
  const place = mkdtempSync(join(tmpdir(), "scratch-"));
  const late = `
    import { existsSync, mkdirSync } from "node:fs";
    import { makeScratch } from ${JSON.stringify(new URL("./scratch.ts", import.meta.url).href)};
    const scratch = makeScratch({ TMPDIR: ${JSON.stringify(place)} }, ["reprise"]);
    await scratch.remove();
    process.stdout.write(existsSync(scratch.folder) + " " + scratch.folder);
    mkdirSync(scratch.folder + "/state/runs", { recursive: true });
  `;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", late];
  const [wasThere, folder = ""] = execFileSync(process.execPath, args, { encoding: "utf8" }).split(" ");
  expect(wasThere).toBe("false");
  expect(folder).toContain("reprise-demo-");
  expect(existsSync(folder)).toBe(false);
  rmSync(place, { recursive: true });
});
