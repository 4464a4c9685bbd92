import type { Random } from "./random.ts";
import type { Speaker } from "./speaker.ts";
import { capital } from "./vocabulary.ts";

/** Half a sentence each, so that texts without blanks between words are among the searched ones. */
const cjk = [
  "請檢查設定檔",
  "連線逾時的原因",
  "資料庫遷移失敗",
  "新增單元測試",
  "修正時區換算",
  "這個函式太慢",
  "先看錯誤訊息",
  "回傳值不一致",
  "設定を確認する",
  "テストが失敗した",
  "接続がタイムアウト",
  "例外処理を追加",
  "請求書の合計",
  "文字化けを直す",
  "依存関係を更新",
  "再試行の回数",
  "로그를 확인",
  "테스트 실패",
  "캐시를 비우다",
  "설정 파일 수정",
];

const wishes = ["please", "can you", "now", "next", "as discussed", "before the release", "without changing the api"];
const deeds = ["fix", "find out why", "add a test for", "rename", "explain", "speed up", "split", "review", "document"];

export function sentence(speaker: Speaker): string {
  const count = speaker.random.between(5, 17);
  let text = capital(speaker.word());
  for (let index = 1; index < count; index += 1) text += ` ${inline(speaker)}`;
  return `${text}${speaker.random.chance(0.1) ? "?" : "."}`;
}

export function sentences(speaker: Speaker, least: number, most: number): string {
  const count = speaker.random.between(least, most);
  let text = sentence(speaker);
  for (let index = 1; index < count; index += 1) {
    text += (speaker.random.chance(0.15) ? "\n\n" : " ") + sentence(speaker);
  }
  return text;
}

export function cjkSentence(random: Random): string {
  return `${random.pick(cjk)}，${random.pick(cjk)}。`;
}

/** How people ask: short, about a name or a file, sometimes with a story behind it. */
export function promptText(speaker: Speaker, isCjk: boolean): string {
  const { random } = speaker;
  const subject = random.chance(0.5) ? `\`${speaker.name()}\`` : speaker.path();
  const wish = `${random.pick(wishes)} ${random.pick(deeds)} ${subject} ${speaker.word()} ${speaker.word()}`;
  const story = random.chance(0.6) ? `. ${sentences(speaker, 1, 3)}` : "";
  return isCjk ? `${cjkSentence(random)}${wish}${story}` : capital(wish) + story;
}

function inline(speaker: Speaker): string {
  if (speaker.random.chance(0.05)) return `\`${speaker.name()}\``;
  return speaker.word() + (speaker.random.chance(0.07) ? "," : "");
}
