import { asFlag, frontMatterOf, lineWith, textWith } from "./front-matter.ts";
import type { Progress } from "./progress.ts";

/** The key with which the agent declares the goal met. */
export const flagKey = "finite_incantatem";

/** `goal`: as the log has it, if it does. A goal may have headings like those of the file. */
export function readProgress(text: string, { goal = null }: { readonly goal?: string | null } = {}): Progress {
  const matter = frontMatterOf(text);
  const flag = lineWith(flagKey, matter);
  const isMet = flag === null ? false : asFlag(flag.value);
  const body = text.slice(matter.bodyStart).replaceAll("\r\n", "\n");
  const wrongFlag = `line ${flag?.number}: expected ${flagKey}: true or false, found ${flag?.value || "nothing"}`;
  return {
    ...sectionsOf(body, goal?.replaceAll("\r\n", "\n").trim() || null),
    title: textWith("short_title", matter) ?? "",
    status: textWith("status", matter) ?? "",
    isMet: isMet ?? false,
    gitCommit: textWith("git_commit", matter) || null,
    gitBranch: textWith("git_branch", matter) || null,
    problem: matter.problem ?? (isMet === null ? wrongFlag : null),
  };
}

const goalHeading = /^# +Overall Goal *$/im;
const headings = ["In Progress", "Todo", "Done"] as const;

function sectionsOf(body: string, known: string | null) {
  const heading = goalHeading.exec(body);
  const rest = heading ? body.slice(heading.index + heading[0].length) : body;
  // As the last headings are those of the file, unless the goal is known.
  const isKnown = known !== null && rest.trimStart().startsWith(known);
  const goalEnd = isKnown ? rest.indexOf(known) + known.length : 0;
  const starts = headingsIn(rest, goalEnd, isKnown);
  const [first = rest.length] = starts.filter((one) => one !== null).map(({ at }) => at);
  const tasks = headings.map((_, index) => {
    const start = starts[index];
    if (!start) return [];
    const next = starts.slice(index + 1).find((one) => one !== null);
    return tasksIn(rest.slice(start.end, next?.at ?? rest.length));
  });
  const [inProgress = [], todo = [], done = []] = tasks;
  const goal = isKnown ? known : heading ? rest.slice(0, first).trim() : "";
  return { goal, inProgress, todo, done };
}

interface Heading {
  readonly at: number;
  readonly end: number;
}

/** In their order; the first ones after a goal that is known, else the last ones. */
function headingsIn(text: string, from: number, isFirst: boolean): (Heading | null)[] {
  const found: (Heading | null)[] = headings.map(() => null);
  let low = from;
  let high = text.length;
  const order = isFirst ? [0, 1, 2] : [2, 1, 0];
  for (const index of order) {
    const pattern = new RegExp(`^## +${headings[index]} *$`, "gim");
    const all = [...text.slice(low, high).matchAll(pattern)];
    const one = isFirst ? all[0] : all.at(-1);
    if (!one) continue;
    const at = low + one.index;
    found[index] = { at, end: at + one[0].length };
    if (isFirst) low = at + one[0].length;
    else high = at;
  }
  return found;
}

/** Each item of a list with what belongs to it, and each paragraph, without their marks. */
function tasksIn(text: string): string[] {
  const tasks: string[] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const item = /^[-*+] +|^\d+[.)] +/.exec(line);
    const isInside = tasks.length > 0 && (isOpen || /^\s/.test(line));
    if (line.trim() === "" || /^#{1,6} /.test(line)) isOpen = false;
    else if (!item && isInside) tasks.push(`${tasks.pop()}\n${line.trim()}`);
    else {
      const task = line.slice(item?.[0].length ?? 0).replace(/^\[[ xX]\] +/, "");
      tasks.push(task.trim());
      isOpen = true;
    }
  }
  return tasks;
}
