import type { Value } from "../schema/value.ts";
import type { optionsReadSchema, workbenchOptionsSchema } from "../schema/workbench-options.ts";

export type WorkbenchOptions = Value<typeof workbenchOptionsSchema>;
export type OptionsRead = Value<typeof optionsReadSchema>;

/** The settings of the workbench. Both throw `unreadable` only if the file itself cannot be read. */
export interface SavedOptions {
  /** What cannot be used is reported, and its default takes its place. */
  read(): OptionsRead;
  /** On return the file has the values and is otherwise as it was. Throws `bad-use` for a value that is not allowed. */
  change(values: Partial<WorkbenchOptions>): OptionsRead;
}

/** The same, in effect. */
export interface Options extends Pick<SavedOptions, "read"> {
  /** As that of the file. Throws `refused`, and changes nothing, while what it names cannot be used here. */
  change(values: Partial<WorkbenchOptions>): Promise<OptionsRead>;
}
