import { type ProjectRun, type ProjectWish, SessionError } from "@reprise/model";
import { replaceFile } from "../../host/files/replace-file.ts";
import { newProjectFolder } from "../find/new-project-folder.ts";
import { openLogWriter } from "../log/open-log-writer.ts";
import { newProgressFile } from "../progress-file/new-progress-file.ts";
import { holdProject, openWork, orNotSaved, type ProjectsParts } from "./open-work.ts";
import { planFirstRounds } from "./plan-rounds.ts";
import { checkedOut } from "./round-effects.ts";

/** Makes the project, then works on it. */
export async function startProject(wish: ProjectWish, parts: ProjectsParts): Promise<ProjectRun> {
  const { host } = parts;
  const { goal, cwd, agent, rounds, untilTime = null, maxTokens = null } = wish;
  if (goal.trim() === "") throw new SessionError("bad-use", "A project needs a goal.");
  const { settings, permitted, permissions } = await planFirstRounds({ agent, cwd, settings: wish.settings }, parts);
  const { commit, branch } = checkedOut(cwd, host);
  const place = orNotSaved(`No project can be made in ${cwd}`, () => {
    const made = newProjectFolder(cwd, host.now(), host.files);
    replaceFile(made.progressFile, newProgressFile({ goal, gitCommit: commit, gitBranch: branch }));
    return made;
  });
  const held = holdProject(place, parts);
  try {
    const writer = openLogWriter(place, host);
    writer.append({
      type: "project-started",
      goal,
      progressFile: place.progressFile,
      agent,
      settings,
    });
    const given = {
      agent,
      settings,
      permitted,
      permissions,
      untilTime,
      maxTokens,
      unfinished: null,
      startCommit: commit,
      finishedCount: 0,
      lastNumber: 0,
      from: 1,
      total: rounds,
    };
    return openWork({ place, held, writer }, given, parts);
  } catch (error) {
    held.release();
    throw error;
  }
}
