export {
  cacheFolderOf,
  homeFolderOf,
  makePrivateFolder,
  noSettings,
  settingsFileOf,
  stateFolderOf,
  xdgFolder,
} from "./host/own-folders.ts";
export { mayBeMarked, type TerminalMark, takeAbandoned, terminalMark } from "./host/terminal-mark.ts";
