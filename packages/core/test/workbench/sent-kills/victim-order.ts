export const sendPaths = ["plan", "consent", "restart", "queue", "new"] as const;
export type SendPath = (typeof sendPaths)[number];

export interface SendOrder {
  readonly folder: string;
  readonly path: SendPath;
  readonly message: string;
}
