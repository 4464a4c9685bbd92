import { describeProjects, openProjectsStage } from "@reprise/testkit";

describeProjects("file", openProjectsStage);
