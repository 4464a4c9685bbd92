export { decodeExact } from "./decode-exact.ts";
export { hostileRequest, hostileText } from "./hostile-request.ts";
export { problemsOf, type ShownQuestion } from "./read-question.ts";
