import type {
  Answer,
  Consent,
  Dismissal,
  FilesPlan,
  KeptApproval,
  Offer,
  RestoreEvent,
  RestoreMode,
  RestorePlan,
  RunState,
  StatusRow,
  Warning,
} from "@reprise/model";
import type { PlayedStage } from "@reprise/testkit";
import type { Key } from "../../src/ask/keyboard.ts";
import type { Health } from "../../src/machine.ts";

/** What a step of a script may wait for and do. */
export interface Stage extends PlayedStage {
  readonly consent: Consent | null;
  answer(request: string): Promise<Answer>;
  interrupted(): Promise<void>;
  /** As if the signal came to our process. */
  press(signal: NodeJS.Signals): void;
  /** As if the person pressed it now. */
  key(key: Key): void;
}

export type Step = RestoreEvent | ((stage: Stage) => Promise<RestoreEvent | null> | RestoreEvent | null);

export interface Script {
  readonly offer?: Offer | null;
  /** By session; a session that is not here is not found. A function is asked each time. */
  readonly plans?: Readonly<Record<string, RestorePlan | ((askedCount: number) => RestorePlan)>>;
  readonly steps?: readonly Step[];
  /** Of `restore`, by the mode of the plan, where modes differ. */
  readonly stepsAs?: Readonly<Partial<Record<RestoreMode, readonly Step[]>>>;
  /** By session, where sessions differ. */
  readonly stepsOf?: Readonly<Record<string, readonly Step[] | Error>>;
  readonly rows?: readonly StatusRow[] | ((askedCount: number) => readonly StatusRow[]);
  readonly approvals?: readonly KeptApproval[];
  readonly files?: FilesPlan;
  /** What undoing gives back, by the id of the rewind; an id that is not here is not found. */
  readonly rewinds?: Readonly<Record<string, readonly string[]>>;
  readonly cancelled?: RunState | null;
  /** Absent: there is no such session. */
  readonly dismissal?: Dismissal;
  readonly warnings?: readonly Warning[];
  readonly health?: readonly Health[];
}
