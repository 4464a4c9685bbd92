import * as vscode from "vscode";

const SETTINGS = "Open Settings";

/** Shows why there is no server: the same reason once, until there is one again. */
export function showProblems(log: vscode.LogOutputChannel): (problem: Error | null) => void {
  let shown: string | null = null;
  return (problem) => {
    if (problem !== null) log.error(problem.message);
    if (problem === null || problem.message === shown) {
      shown = problem === null ? null : shown;
      return;
    }
    shown = problem.message;
    vscode.window.showErrorMessage(`Reprise: ${problem.message}`, SETTINGS).then((chosen) => {
      if (chosen === SETTINGS) void vscode.commands.executeCommand("workbench.action.openSettings", "reprise.program");
    });
  };
}
