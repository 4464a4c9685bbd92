import {
  count,
  exactLine,
  type ProjectSummary,
  processWords,
  projectStateWords,
  safeLine,
  shortTime,
  zonedTime,
} from "@reprise/model";
import { Badge, Dot, Icon, MarkedText } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf } from "../shell/route.ts";
import { projectTones } from "./project-tones.ts";

interface ProjectRowProps {
  readonly project: ProjectSummary;
  readonly words: readonly string[];
  readonly showsFolder: boolean;
}

export function ProjectRow({ project, words, showsFolder }: ProjectRowProps) {
  const { here } = usePage();
  const { path, state, title, branch, rounds, unfinishedRound, createdAt, updatedAt, owner, problem } = project;
  const now = new Date();
  return (
    <li>
      <a class="project-row" href={hrefOf({ screen: "projects", path })}>
        <span class="project-title">
          <MarkedText text={safeLine(title)} words={words} />
        </span>
        <span class="project-state">
          <Badge tone={projectTones[state]}>
            {state === "succeeded" ? (
              <Icon name="flag" />
            ) : (
              <Dot tone={projectTones[state]} pulses={state === "running"} />
            )}
            {projectStateWords[state]}
          </Badge>
        </span>
        <span class="project-facts">
          <span>
            {count(rounds, "round")}
            {unfinishedRound === null ? "" : `, round ${unfinishedRound} was cut off`}
          </span>
          {branch !== null && branch !== "" && (
            <span>
              on <MarkedText text={exactLine(branch)} words={words} />
            </span>
          )}
          <time title={`Created ${zonedTime(createdAt)}`}>created {shortTime(createdAt, now)}</time>
          <time title={`Updated ${zonedTime(updatedAt)}`}>updated {shortTime(updatedAt, now)}</time>
          {project.origin === "codexpotter" && <span>CodexPotter</span>}
          {showsFolder && <span class="mono">{exactLine(shortFolder(project.workspace, here.homeFolder))}</span>}
        </span>
        {problem !== null && <span class="project-problem tone-danger">{exactLine(problem)}</span>}
        {owner !== null && <span class="project-problem soft">Worked on by {processWords(owner)}</span>}
      </a>
    </li>
  );
}

function shortFolder(folder: string, home: string): string {
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}
