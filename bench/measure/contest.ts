export interface Contender {
  readonly name: string;
  /** What must be so before each run; not timed. */
  readonly before?: () => unknown;
  /** One run; gives the milliseconds it took. */
  readonly run: () => Promise<number>;
}

export interface Figure {
  readonly name: string;
  readonly medianMs: number;
  readonly leastMs: number;
  readonly mostMs: number;
  readonly sampleCount: number;
}

export interface ContestOptions {
  readonly samples: number;
  /** Runs that are not counted, so that what all share is in the page cache. */
  readonly warmUps: number;
  /** Not timed. */
  readonly beforeRound?: () => unknown;
  readonly say: (text: string) => void;
  /** Of what is measured instead of milliseconds. */
  readonly unit?: string;
}

/** Lets all take turns, each round in another order, so that what else the machine does hits them alike. */
export async function contest(contenders: readonly Contender[], options: ContestOptions): Promise<Map<string, Figure>> {
  const taken = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -options.warmUps; round < options.samples; round += 1) {
    await options.beforeRound?.();
    for (const contender of rotated(contenders, Math.max(0, round))) {
      await contender.before?.();
      const ms = await contender.run();
      if (round >= 0) taken.get(contender.name)?.push(ms);
      options.say(`${contender.name}: ${ms.toFixed(0)} ${options.unit ?? "ms"}${round < 0 ? " (warm-up)" : ""}`);
    }
  }
  return new Map([...taken].map(([name, samples]) => [name, figureOf(name, samples)]));
}

export function figure(figures: ReadonlyMap<string, Figure>, name: string): Figure {
  const found = figures.get(name);
  if (!found) throw new Error(`Nothing was measured as "${name}".`);
  return found;
}

export function figureOf(name: string, samples: readonly number[]): Figure {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const medianMs = (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
  return {
    name,
    medianMs,
    leastMs: at(sorted, 0),
    mostMs: at(sorted, sorted.length - 1),
    sampleCount: sorted.length,
  };
}

function at(sorted: readonly number[], index: number): number {
  return sorted[index] ?? Number.NaN;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
