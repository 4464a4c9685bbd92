import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { draw } from "./draw.ts";
import type { Palette } from "./palette.ts";
import { type Pixels, pngOf } from "./png.ts";
import type { Screen } from "./read-cells.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const fromTools = createRequire(join(root, "tools/screens/package.json"));

interface Renderer {
  readonly Resvg: new (svg: string, options: object) => { render(): Pixels };
}

const fonts = [
  "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "@expo-google-fonts/biz-udgothic/400Regular/BIZUDGothic_400Regular.ttf",
  "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
].map((path) => join(root, "tools/screens/node_modules", path));

/** As PNG, with fonts that come with the tool: the same on every machine. */
export function picture(screen: Screen, palette: Palette): Uint8Array {
  const { Resvg } = fromTools("@resvg/resvg-js") as Renderer;
  const font = { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans Mono" };
  return pngOf(new Resvg(draw(screen, palette), { font }).render());
}
