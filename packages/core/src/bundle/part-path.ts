/** Null if the path is safe to create below any folder, on any system; otherwise what is wrong with it. */
export function pathProblem(path: string): string | null {
  if (path === "") return "is empty";
  if (!path.isWellFormed()) return "is not valid Unicode";
  if (Buffer.byteLength(path) > mostPathBytes) return `is longer than ${mostPathBytes} bytes`;
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "has a backslash";
  for (const segment of path.split("/")) {
    const problem = segmentProblem(segment);
    if (problem !== null) return problem;
  }
  return null;
}

const mostPathBytes = 1024;
const mostSegmentBytes = 255;

function segmentProblem(segment: string): string | null {
  if (segment === "") return "has an empty folder name";
  if (segment === "." || segment === "..") return `has the folder name "${segment}"`;
  if (/\p{Cc}/u.test(segment)) return "has a control character";
  if (/^[a-zA-Z]:/.test(segment)) return "has a drive letter";
  // Windows drops them: two names would be one file.
  if (/[. ]$/.test(segment)) return "has a name that ends with a dot or a space";
  if (isDeviceName(segment)) return "has the name of a Windows device";
  if (Buffer.byteLength(segment) > mostSegmentBytes) return `has a name longer than ${mostSegmentBytes} bytes`;
  return null;
}

/** Windows opens the device whatever the ending. */
function isDeviceName(segment: string): boolean {
  return /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:[.:]|$)/i.test(segment);
}

/** The first problem of a list of paths that will exist together, with the path. */
export function pathsProblem(paths: readonly string[]): { readonly path: string; readonly problem: string } | null {
  const known = new Map<string, string>();
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== null) return { path, problem };
    const key = fileKey(path);
    const same = known.get(key);
    if (same === path) return { path, problem: "is listed twice" };
    if (same !== undefined) return { path, problem: `is the same file as "${same}" on some systems` };
    known.set(key, path);
  }
  for (const [key, path] of known) {
    for (let at = key.indexOf("/"); at !== -1; at = key.indexOf("/", at + 1)) {
      const file = known.get(key.slice(0, at));
      if (file !== undefined) return { path, problem: `needs a folder where "${file}" is a file` };
    }
  }
  return null;
}

/** Equal for names that a file system without case or with normalised Unicode takes for one. */
function fileKey(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
