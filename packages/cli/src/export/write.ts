import type { Reading } from "@reprise/model";
import type { Output } from "../output.ts";

/** Writes a session as it is read; holds no more than a turn. */
export type WriteTranscript = (out: Output, reading: Reading) => Promise<void>;
