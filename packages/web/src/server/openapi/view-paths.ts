import { content, events, failing, inQuery, json, sessionFile, sessionId, streams, text } from "./parts.ts";

const whole = (name: string, description: string) =>
  inQuery(name, description, { schema: { type: "integer", minimum: 0 } });
const place = [sessionId, sessionFile];

/** A session of any size in parts, for a screen. */
export const viewPaths = {
  "/sessions/{id}/view": streams(
    "viewSession",
    "Some items of a session, long texts cut. Give one of `last`, `before`, `from` and `turn`",
    events("view", "The session, turns and items, and whether there is more"),
    [
      ...place,
      inQuery("last", "its last items"),
      inQuery("before", "items before this one: its turn and its place in it, such as 3.17"),
      inQuery("from", "items from this one on, written the same way"),
      whole("turn", "items around the start of this turn"),
      inQuery("item", "with `turn`: items around this one"),
      whole("count", "how many items; 100 if not given"),
    ],
  ),
  "/sessions/{id}/find": streams(
    "findInSession",
    "Items of a session that contain a text",
    events("find", "Items, and how far the search has come"),
    [...place, inQuery("text", "what to find", { required: true })],
  ),
  "/sessions/{id}/text": {
    get: {
      operationId: "readText",
      summary: "One long text of an item: a part of it, or all of it to save",
      parameters: [
        ...place,
        { ...whole("turn", "of the item"), required: true },
        inQuery("item", "its id", { required: true }),
        inQuery("field", "as a cut of `view` names it", { required: true }),
        whole("from", "where the part starts; 0 if not given"),
        whole("length", "characters of the part; the answer is the whole text as a file if not given"),
      ],
      responses: {
        200: {
          description: "The text",
          content: {
            ...json("", "text-part").content,
            ...content("text/plain", text).content,
          },
        },
        ...failing(404),
      },
    },
  },
};
