import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file with them. */
export const noticesName = "THIRD-PARTY-LICENSES.txt";

const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const ownText = /^(?:licen[cs]e|copying|notice)/i;

/** Folders of the packages that these files belong to; our own files belong to none. */
export function packagesOf(files) {
  return [...new Set(files.flatMap((file) => inPackage.exec(file.replaceAll("\\", "/"))?.[1] ?? []))].sort();
}

/** What the licences of packages ask to be kept with copies of their code. Throws if one has no text. */
export function noticesOf(folders) {
  return `Reprise contains code of these packages.\n\n${folders.map(noticeOf).join("\n")}`;
}

function noticeOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license } = manifest;
  const files = readdirSync(folder).filter((file) => ownText.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) texts.push(usualText(manifest));
  return `${"=".repeat(78)}\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/** Of a package that only names its licence and its author. */
function usualText({ name, license, author }) {
  const holder = author?.name ?? author;
  if (license !== "MIT" || !holder)
    throw new Error(`${name} is bundled, but has no licence text: it cannot be shipped.`);
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}
