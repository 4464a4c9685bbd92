import { acts, done, events, inQuery, json, lastEvent, reads, streams, workspace } from "./parts.ts";

const path = inQuery("path", "the folder of the project, absolute", { required: true });
const started = json("The work has started", "attached-project");

/** What a server with projects has besides. */
export const projectPaths = {
  "/projects": {
    ...reads("listProjects", "Projects, latest first", "projects", [workspace]),
    ...acts("startProject", "Make a project and work on it. The work continues when nobody listens", {
      ...{ body: "project-wish", answer: started },
    }),
  },
  "/projects/found": reads("findProject", "The project that a path means", "found-project", [
    inQuery("path", "absolute, below the projects' folder of `from`, or relative to `from`", {
      required: true,
    }),
    inQuery("from", "an absolute folder", { required: true }),
  ]),
  "/projects/view": reads("viewProject", "A project with its rounds", "project-view", [path]),
  "/projects/run": reads("getProjectRun", "This server's work on a project", "running-project", [path]),
  "/projects/events": streams(
    "followProject",
    "Numbered events of the work on a project, from any number, as they come",
    events("project-event", "Events, each with its number as `id`"),
    [
      path,
      inQuery("origin", "of the work: whose numbers `Last-Event-ID` means", { required: true }),
      lastEvent,
    ],
  ),
  "/projects/resume": acts("resumeProject", "Continue a project as it was shown", {
    ...{ body: "resume-project-request", answer: started },
  }),
  "/projects/controls": acts("controlProject", "Interrupt, continue the round, stop, or end the work", {
    ...{ body: "project-control-request", answer: done },
  }),
};
