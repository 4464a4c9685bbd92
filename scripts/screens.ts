/**
 * Every screen of the app as text and picture, and of the page as a picture, from the built program: `npm run screens`.
 * `npm run screens -- moving` makes only the moving picture of the README; `app` and `page` the others.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { disposeAll, endPtys } from "@reprise/testkit";
import { continuing } from "./screens/continuing.ts";
import { movingPicture } from "./screens/moving-picture.ts";
import { pageScreens } from "./screens/page-screens.ts";
import { dark, light } from "./screens/palette.ts";
import { picture } from "./screens/picture.ts";
import { projectScreens } from "./screens/project-screens.ts";
import { textOf } from "./screens/read-cells.ts";
import { reviewScreens } from "./screens/review-screens.ts";
import { previewing, walks } from "./screens/walks.ts";
import { workbenchScreens } from "./screens/workbench-screens.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "docs/screens");
const sizes = [
  { columns: 80, rows: 24, walks },
  { columns: 160, rows: 48, walks },
  { columns: 80, rows: 40, walks: [previewing] },
];
/** On a light background too: one screen with every tone is enough to see that all are readable. */
const alsoLight = ["sessions", "viewer-search", "live-approval"];

const wanted = process.argv.slice(2);
const makes = (part: string) => wanted.length === 0 || wanted.includes(part);

try {
  if (makes("moving")) {
    writeFileSync(join(root, "docs/reprise.svg"), movingPicture(await continuing(root), dark));
    process.stderr.write("screens: reprise.svg\n");
  }
  if (makes("app")) await appScreens();
  if (makes("page")) {
    await pageScreens(join(folder, "page"));
    await workbenchScreens(join(folder, "page"));
    await projectScreens(join(folder, "page"));
    await reviewScreens(join(folder, "page"));
  }
} finally {
  await endPtys();
  await disposeAll();
}

async function appScreens(): Promise<void> {
  for (const { walks, ...size } of sizes) {
    const place = join(folder, `${size.columns}x${size.rows}`);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    for (const walk of walks)
      for (const { name, screen } of await walk({ root, size })) {
        writeFileSync(join(place, `${name}.txt`), textOf(screen));
        writeFileSync(join(place, `${name}.png`), picture(screen, dark));
        if (alsoLight.includes(name)) writeFileSync(join(place, `${name}-light.png`), picture(screen, light));
        process.stderr.write(`screens: ${size.columns}x${size.rows}/${name}\n`);
      }
  }
}
