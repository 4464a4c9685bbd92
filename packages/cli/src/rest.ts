// Everything but `list`, in one piece: at start-up each file that is loaded costs more than the code in it.
export { helpText } from "./arguments/help.ts";
export { run as doctor } from "./commands/doctor.ts";
export { emptyListText } from "./commands/empty-list.ts";
export { run as exportSession } from "./commands/export.ts";
export { run as reindex } from "./commands/reindex.ts";
export { run as search } from "./commands/search.ts";
export { run as show } from "./commands/show.ts";
export { homesIn } from "./homes.ts";
