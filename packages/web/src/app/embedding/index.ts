export { bridgedCall } from "./bridged-call.ts";
export { type Embedding, embeddingIn, type RepriseHost } from "./embedding.ts";
export {
  type DiffLink,
  type FileLink,
  type HostMessage,
  type PageMessage,
  PIECE_BYTES,
  PIECES_AHEAD,
} from "./protocol.ts";
