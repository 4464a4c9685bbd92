import { absolute, get, needed, post, routes, text, workspace } from "./route.ts";

const path = needed(absolute("the folder of the project, absolute"));

/** Projects, each named by its folder: an address outlives the server. */
export const projectRoutes = routes("page", {
  listProjects: get("/projects", "Projects, latest first", { query: { workspace }, answer: "projects", reads: true }),
  startProject: post("/projects", "Make a project and work on it. The work continues when nobody listens", {
    body: "project-wish",
    answer: "attached-project",
  }),
  findProject: get("/projects/found", "The project that a path means", {
    query: {
      path: needed(text("absolute, below the projects' folder of `from`, or relative to `from`")),
      from: needed(absolute("an absolute folder")),
    },
    answer: "found-project",
    reads: true,
  }),
  viewProject: get("/projects/view", "A project with its rounds", {
    query: { path },
    answer: "project-view",
    reads: true,
  }),
  getProjectRun: get("/projects/run", "This server's work on a project", {
    query: { path },
    answer: "running-project",
  }),
  followProject: get("/projects/events", "Numbered events of the work on a project, from any number, as they come", {
    query: { path, origin: needed(text("of the work: whose numbers `Last-Event-ID` means")) },
    streams: "project-event",
    numbered: true,
    live: true,
  }),
  resumeProject: post("/projects/resume", "Continue a project as it was shown", {
    body: "resume-project-request",
    answer: "attached-project",
  }),
  controlProject: post("/projects/controls", "Interrupt, continue the round, stop, or end the work", {
    body: "project-control-request",
    whileClosing: true,
  }),
});
