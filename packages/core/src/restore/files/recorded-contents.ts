import { absent, type Content, there, unknown } from "./content.ts";
import type { EditStep } from "./edit-steps.ts";
import { hunksIn, withHunks } from "./hunks.ts";
import { withEitherEndings } from "./line-endings.ts";

/** Contents from the recorded commit and every edit since. */
export interface RecordedContents {
  atTurn(path: string): Content;
  atEnd(path: string): Content;
  before(step: EditStep, path: string): Content;
}

export function recordedContents(
  steps: readonly EditStep[],
  turn: number,
  committed: (path: string) => string | null,
): RecordedContents {
  const now = new Map<string, Content>();
  const atTurn = new Map<string, Content>();
  const before = new Map<EditStep, ReadonlyMap<string, Content>>();
  const first = (path: string): Content => {
    const text = committed(path);
    return text === null ? unknown : { kind: "known", text, from: "commit" };
  };
  const look = (path: string): Content => now.get(path) ?? first(path);
  for (const step of steps) {
    const paths = step.target === null ? [step.path] : [step.path, step.target];
    before.set(step, new Map(paths.map((path) => [path, look(path)])));
    for (const [path, content] of after(step, look)) {
      now.set(path, content);
      if (step.turn <= turn) atTurn.set(path, content);
    }
  }
  return {
    atTurn: (path) => atTurn.get(path) ?? first(path),
    atEnd: look,
    before: (step, path) => before.get(step)?.get(path) ?? unknown,
  };
}

function after(step: EditStep, look: (path: string) => Content): [string, Content][] {
  const { path, target, diff, status } = step;
  if (status === "failed") return [];
  if (status !== "done") return [path, target].flatMap((one) => (one === null ? [] : [[one, unknown]]));
  switch (step.change) {
    case "delete":
      return [[path, absent]];
    case "add":
      return [[path, diff === null ? there : { kind: "known", text: diff, from: "session" }]];
    case "update":
      return [[path, changed(look(path), diff)]];
    case "move":
      return target === null
        ? [[path, unknown]]
        : [
            [path, absent],
            [target, changed(look(path), diff ?? "")],
          ];
  }
}

function changed(content: Content, diff: string | null): Content {
  const hunks = diff === null ? null : diff === "" ? [] : hunksIn(diff);
  if (content.kind !== "known" || hunks === null) return there;
  const text = withEitherEndings(content.text, (given) => withHunks(given, hunks));
  return text === null ? there : { ...content, text };
}
