import { join } from "node:path";
import { type Owner, type SavedOptions, SessionError, type WorkbenchOptions } from "@reprise/model";
import { takeLock } from "../../host/files/lock.ts";
import { replaceFile } from "../../host/files/replace-file.ts";
import type { Host } from "../../host/host.ts";
import { noSettings, settingsFileOf } from "../../host/own-folders.ts";
import { keysPath } from "../cipher/keys-path.ts";
import { editToml } from "./edit-toml.ts";
import { optionFields } from "./option-fields.ts";
import { type FileOptions, nothingRead, optionsIn, problemText } from "./read-options.ts";

const mostBytes = 1024 * 1024;

/** `[workbench]` of the settings file. */
export function openOptions(stateFolder: string, host: Host): SavedOptions {
  const path = settingsFileOf(host);
  const read = () => ({
    ...(path === noSettings ? optionsIn("", path) : readFile(path, host)),
    hasKey: host.files.stamp(keysPath(stateFolder)) !== null,
  });
  return {
    read,
    change: (values) => {
      check(values);
      if (path === noSettings)
        throw new SessionError("refused", `REPRISE_CONFIG is ${path}, so settings cannot be kept.`);
      locked(join(stateFolder, "settings.lock"), host, () => change(path, values, host));
      return read();
    },
  };
}

function readFile(path: string, host: Host): FileOptions {
  try {
    return optionsIn(textOf(path, host), path);
  } catch (error) {
    if (error instanceof SessionError) return nothingRead(path, error.message);
    throw error;
  }
}

function textOf(path: string, host: Host): string {
  const text = host.files.text(path, mostBytes + 1) ?? "";
  if (text.length <= mostBytes) return text;
  throw new SessionError("unreadable", `${path} is too large for a settings file. Remove what is not needed.`);
}

function check(values: Partial<WorkbenchOptions>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = optionFields.find((one) => one.name === name);
    const problem = field ? field.problem(value) : "";
    if (problem === null) continue;
    const what = field ? problemText(field, value, problem) : `There is no option ${name}.`;
    throw new SessionError("bad-use", `${what} Nothing was changed.`);
  }
}

function change(path: string, values: Partial<WorkbenchOptions>, host: Host): void {
  const before = textOf(path, host);
  const { options, problems } = optionsIn(before, path);
  const whole = problems.find(({ key }) => key === null);
  if (whole) throw new SessionError("refused", `${whole.message} Correct the file, then change the options.`);
  let text = before;
  for (const { name, key } of optionFields) {
    const value = values[name];
    const isBroken = problems.some((problem) => problem.key === key);
    if (value === undefined || (!isBroken && JSON.stringify(options[name]) === JSON.stringify(value))) continue;
    const edited = editToml(text, "workbench", key, value);
    if (edited === null)
      throw new SessionError(
        "refused",
        `${path} could not be changed without losing something. Write ${key} = ${JSON.stringify(value)} under [workbench] yourself.`,
      );
    text = edited;
  }
  // A link stays a link: what it leads to is replaced.
  if (text !== before) replaceFile(host.files.real(path), text);
}

function locked(path: string, host: Host, act: () => void): void {
  const owner: Owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const lock = takeLock(path, owner, host.processes);
  if (!lock.isHeld) throw new SessionError("busy", "Your settings are being changed elsewhere. Try again.");
  try {
    act();
  } finally {
    lock.release();
  }
}
