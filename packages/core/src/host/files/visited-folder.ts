/** Looks that follow each other at once; null: each stands alone. */
let visit: { readonly home: string } | null = null;

/**
 * Runs looks after each other. Meanwhile the working directory of this process is the folder that is looked at, so that the system resolves
 * a name and not a path for each file, which halves the time of a `stat`. Nothing else runs meanwhile, since `act` does not wait, and
 * afterwards it is what it was. Where it cannot be changed (in a thread, in a folder that is gone) paths are used.
 */
export function visitingFolders<T>(act: () => T): T {
  if (visit !== null) return act();
  visit = homeOfVisit();
  try {
    return act();
  } finally {
    if (visit !== null) goBack(visit.home);
    visit = null;
  }
}

/** What stands before a name in the folder: nothing, if the process is in it now. */
export function prefixIn(folder: string, nameCount: number): string {
  if (visit === null || nameCount < worthVisiting) return `${folder}/`;
  try {
    process.chdir(folder);
    return "";
  } catch {
    return `${folder}/`;
  }
}

const worthVisiting = 4;

function homeOfVisit(): { readonly home: string } | null {
  try {
    const home = process.cwd();
    process.chdir(home);
    return { home };
  } catch {
    return null;
  }
}

/** Removed meanwhile, there is nothing to go back to. */
function goBack(home: string): void {
  try {
    process.chdir(home);
  } catch {
    process.chdir("/");
  }
}
