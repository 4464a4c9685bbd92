/** What a colour means; never the only sign of it. */
export type Tone = "plain" | "good" | "caution" | "danger" | "accent";
