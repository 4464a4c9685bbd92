import { join } from "node:path";
import { draw } from "./draw.ts";
import { fromTools, toolsFolder } from "./from-tools.ts";
import type { Palette } from "./palette.ts";
import { type Pixels, pngOf } from "./png.ts";
import type { Screen } from "./read-cells.ts";

interface Renderer {
  readonly Resvg: new (svg: string, options: object) => { render(): Pixels };
}

const fonts = [
  "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "@expo-google-fonts/biz-udgothic/400Regular/BIZUDGothic_400Regular.ttf",
  "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
].map((path) => join(toolsFolder, "node_modules", path));

/** As PNG, with fonts that come with the tool: the same on every machine. */
export function picture(screen: Screen, palette: Palette): Uint8Array {
  const { Resvg } = fromTools<Renderer>("@resvg/resvg-js");
  const font = { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans Mono" };
  return pngOf(new Resvg(draw(screen, palette), { font }).render());
}
