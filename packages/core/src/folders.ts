export { cacheFolderOf, homeFolderOf, makePrivateFolder, xdgFolder } from "./host/own-folders.ts";
