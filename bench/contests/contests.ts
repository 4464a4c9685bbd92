import type { CorpusName } from "../corpus/corpora.ts";
import type { Corpus } from "../corpus/prepare.ts";
import type { ContestOptions } from "../measure/contest.ts";
import type { Row } from "../report/row.ts";
import { appContest } from "./app.ts";
import { chatContest } from "./chat.ts";
import { firstContest } from "./first.ts";
import { fleetContest } from "./fleet.ts";
import { growthContest } from "./growth.ts";
import { largeContest } from "./large.ts";
import { pageContest } from "./page.ts";
import { projectPlaybackContest } from "./project-playback.ts";
import { restoreContest } from "./restore.ts";
import { reviewContest } from "./review.ts";
import { scanContest } from "./scan.ts";
import { searchContest } from "./search.ts";
import { startContest } from "./start.ts";
import { tenfoldContest } from "./tenfold.ts";
import { usageContest } from "./usage.ts";
import { warmContest } from "./warm.ts";
import { workbenchSaveContest } from "./workbench-save.ts";

/** What a contest is given. Runs of many seconds are sampled less often: `fewSamples`. */
export interface Arena extends ContestOptions {
  readonly fewSamples: number;
  corpus(name: CorpusName): Corpus;
}

export type Contest = (arena: Arena) => Promise<Row[]>;

export const contests: Readonly<Record<string, Contest>> = {
  first: firstContest,
  list: warmContest,
  search: searchContest,
  tenfold: tenfoldContest,
  growth: growthContest,
  usage: usageContest,
  scan: scanContest,
  large: largeContest,
  restore: restoreContest,
  start: startContest,
  app: appContest,
  chat: chatContest,
  fleet: fleetContest,
  "workbench-save": workbenchSaveContest,
  "project-playback": projectPlaybackContest,
  review: reviewContest,
  page: pageContest,
};
