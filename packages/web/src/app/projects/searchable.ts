import { type ProjectSummary, projectStateWords } from "@reprise/model";

/** Every word is in the goal, the title, the branch, the state, the agent or the path. */
export function matches(project: ProjectSummary, words: readonly string[]): boolean {
  const { goal, title, branch, state, agent, path } = project;
  const text = [goal, title, branch, projectStateWords[state], agent, path].join("\n").toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}
