import type { SourceFacts } from "./source-facts.ts";

const FORBIDDEN = [
  "manager",
  "service",
  "helper",
  "util",
  "utils",
  "handler",
  "processor",
  "data",
  "info",
  "base",
  "common",
  "misc",
  "v2",
];

/** Words that name no idea, in the names of files and of exports. */
export function brokenNameRules(files: SourceFacts[]): string[] {
  return files.flatMap((file) => {
    const insidePackage = file.path.split("/").slice(2).join("/");
    return [
      ...forbiddenIn(insidePackage).map((word) => `${file.path} is named with the word "${word}"`),
      ...file.exportedNames.flatMap(({ name, line }) =>
        forbiddenIn(name).map((word) => `${file.path}:${line} exports ${name}, with the word "${word}"`),
      ),
    ];
  });
}

function forbiddenIn(name: string): string[] {
  return wordsOf(name).filter((word) => FORBIDDEN.includes(word));
}

/** `toolInfoV2` → tool, info, v2; digits stay with the letters before them, so `base64` is one word. */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}
