import type { Reading } from "@reprise/model";
import type { Output } from "../output.ts";

/** Writes a session as it is read; holds at most one turn. */
export type WriteTranscript = (out: Output, reading: Reading) => Promise<void>;
