import type { ProjectOrigin } from "@reprise/model";

/** Where the parts of a project are. */
export interface ProjectPlace {
  /** Its folder, without symbolic links. */
  readonly path: string;
  readonly origin: ProjectOrigin;
  /** The folder that has `.reprise` or `.codexpotter`. */
  readonly workspace: string;
  /** MAIN.md */
  readonly progressFile: string;
  readonly logFile: string;
}
