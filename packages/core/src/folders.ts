export {
  cacheFolderOf,
  homeFolderOf,
  makePrivateFolder,
  noSettings,
  settingsFileOf,
  xdgFolder,
} from "./host/own-folders.ts";
