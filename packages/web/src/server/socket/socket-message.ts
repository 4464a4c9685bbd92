import { z } from "zod";

const id = z.number().int().nonnegative();

/** What a page sends over a socket: as the messages of `app/embedding`, for streams only. */
export const pageMessageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("request"),
    id,
    path: z.string().regex(/^\/(?!\/)/),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal("taken"), id }),
  z.object({ type: z.literal("cancel"), id }),
]);

export type PageMessage = z.infer<typeof pageMessageSchema>;

/** What it is sent. */
export type SocketMessage =
  | {
      readonly type: "head";
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: "piece"; readonly id: number; readonly text: string }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
