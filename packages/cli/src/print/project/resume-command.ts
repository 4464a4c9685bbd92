import { shellWord } from "../words.ts";

export function projectResumeCommand(path: string): string {
  return `reprise project resume ${shellWord(path)}`;
}
