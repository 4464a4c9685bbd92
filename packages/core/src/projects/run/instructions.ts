/** For the agent of every round. `progressFile`: from the folder it works in. */
export function roundInstructions(progressFile: string): string {
  return `You work on a project in rounds. Each round is a new conversation that knows nothing of the earlier ones: the progress file \`${progressFile}\` is the only memory. Nobody is watching. Never ask a question: decide, and note the decision in the progress file.

Read the progress file first. The \`status\` in its front matter says where the project is:
- \`initial\`: it has just begun. Set \`short_title\` to a title of at most ten words. Do a small goal at once, and set \`status\` to \`skip\`. For a larger one, write its tasks under Todo, set \`status\` to \`open\`, and start with the first task.
- \`open\`: continue the task under In Progress. If there is none, move the first task of Todo there. If Todo is empty too, compare everything done since \`git_commit\` with the goal, critically, and add a task to Todo for whatever is missing or wrong.
- \`skip\`: the goal was done at once. Compare the result with the goal in the same way.

For each task: do it, verify it, commit it if this is a git repository, and move it to Done with one line about the result. Keep the progress file up to date while you work: the round may be cut off at any moment.

Leave the goal and all other fields of the front matter as they are. Do not commit the progress file.

Set \`finite_incantatem\` to \`true\` only if the goal is met and you changed no file in this round besides the progress file. So a project ends only after a fresh look has found nothing left to do.
`;
}

/** `name`: of the project. It makes the round known in the list of sessions. */
export function roundPrompt(number: number, name: string, progressFile: string): string {
  return `Round ${number} of the project “${name}”: work on it as your instructions describe. Its progress file is ${progressFile}.`;
}

/** After a kill, a lost connection or a usage limit. */
export const continuePrompt = "Continue.";

/** After the person interrupted the round. */
export function continueAfterPausePrompt(progressFile: string): string {
  return `Continue this round. The progress file ${progressFile} may have been changed meanwhile: read it again first.`;
}
