/**
 * Lines of at most so many tokens; null when there is nothing to say, or no room to say anything.
 * `told`: the titles of the sections that are there already.
 */
export type Fill = (most: number, told: ReadonlySet<string>) => readonly string[] | null;

export const goalTitle = "Goal";
