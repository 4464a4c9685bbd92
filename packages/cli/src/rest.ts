// Everything but `list`, in one piece: at start-up each file that is loaded costs more than the code in it.
export { helpText } from "./arguments/help.ts";
export { openKeyboard } from "./ask/keyboard.ts";
export { run as approvals } from "./commands/approvals.ts";
export { run as cancel } from "./commands/cancel.ts";
export { run as doctor } from "./commands/doctor.ts";
export { emptyListText } from "./commands/empty-list.ts";
export { run as exportSession } from "./commands/export.ts";
export { run as reindex } from "./commands/reindex.ts";
export { run as resume } from "./commands/resume.ts";
export { run as runAgent } from "./commands/run.ts";
export { run as search } from "./commands/search.ts";
export { run as show } from "./commands/show.ts";
export { run as status } from "./commands/status.ts";
export { homesIn } from "./homes.ts";
export { readAll } from "./read-all.ts";
export { openRunnerOn } from "./runner-wiring.ts";
export { sleep } from "./sleep.ts";
