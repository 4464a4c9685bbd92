/**
 * Lines of at most so many tokens; null when there is no room to say anything. `shown`: the titles of the sections that are there
 * already.
 */
export type Fill = (most: number, shown: ReadonlySet<string>) => readonly string[] | null;

export interface Section {
  readonly title: string;
  /** Of the room there is; the last turns get what the others leave as well. */
  readonly share: number;
  /** Tokens below which a share would be of no use. */
  readonly least: number;
  /** Null: there is nothing to say. */
  readonly fill: Fill | null;
}

export const goalTitle = "Goal";
