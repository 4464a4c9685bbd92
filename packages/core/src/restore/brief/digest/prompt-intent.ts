import { isEnglish, topicWords } from "./topic-words.ts";

const smallTalk = new Set(
  `hi hello hey hiya yo there good morning afternoon evening day thanks thank you thx ty please ok okay k yes yep yeah y no nope n sure fine great
  perfect nice cool awesome excellent amazing job work well done continue go on ahead proceed keep going resume next carry do it that this sounds
  looks lgtm right correct exactly works and now then again more so much very a lot all i see got cheers bye where left off is are am what up
  hallo moin guten tag morgen abend danke dankeschön schön bitte ja nein weiter mach super gut prima genau alles klar servus
  bonjour salut merci beaucoup oui non vas d accord parfait bien hola gracias muchas sí si vale continúa sigue adelante perfecto buenos días
  obrigado obrigada sim não olá ciao grazie sì va bene continua спасибо да нет привет продолжай хорошо`.split(/\s+/),
);
const smallTalkElsewhere =
  /^(?:谢谢|谢谢你|多谢|你好|您好|好的?|是的?|对|嗯|可以|行|继续|请继续|ありがとう(?:ございます)?|はい|いいえ|続けて(?:ください)?|こんにちは|お願いします|了解(?:です)?|감사합니다|고마워|네|계속|안녕하세요)+$/;

/** Greetings, thanks, "continue", "ok", "yes" and the agent's own commands: not a request by themselves. */
export function isSmallTalk(prompt: string): boolean {
  const text = prompt.trim();
  if (/^\/[a-z][\w:-]*(?:\s|$)/i.test(text) || text.startsWith("!")) return true;
  const words =
    text
      .slice(0, 200)
      .toLowerCase()
      .replace(/['’]s\b/g, " is")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  if (text.length > 120 || words.length > 9) return false;
  return words.every((word) => smallTalk.has(word)) || smallTalkElsewhere.test(words.join(""));
}

const leadIn =
  /^(?:(?:ok|okay|hm+|no|wait|sorry|thanks|thank you|great|good|perfect|nice|alright|well|hey|hi|hello|yes|please|looks good|sounds good|hmm)[,.!]*\s+)+/i;
const dropped =
  /^(?:(?:please\s)?(?:forget|vergiss|oublie|olvida)\s(?:that|this|it|about|the|all|everything|what|my|das|es|den|die|ça|eso|lo)\b|(?:scrap|ditch|abandon)\s(?:that|this|it|everything|the (?:plan|idea|approach))\b|stop\s(?:that|this|working on|what you)\b|(?:ignore|skip|drop|cancel|leave|park|shelve)\s(?:that|this|it|my (?:last|previous) \w+|the (?:last|previous) \w+)(?=\s*[,.;:!]|\s*$|\s(?:for (?:now|later)|and|instead)\b)|never ?mind\b|算了|忘掉|别管)/i;
const changed =
  /^(?:new\s(?:task|goal|topic|plan|request|job|subject)\b|(?:different|another|next|separate|unrelated)\s(?:task|topic|goal|thing|question)\s*[:,—-]|unrelated\s*[:,]|change of (?:plans?|course|direction)\b|switch(?:ing)?\s(?:gears|(?:over\s)?to|topics?)\b|let['’]?s\s(?:switch|move on|pivot|do something else|change (?:course|direction|topic))\b|moving on\b|on second thoughts?\b|actually,?\s(?:let['’]?s|can you|could you|please|i want|i['’]?d like|we should|do|instead|no)\b|instead\b(?!\sof\s(?:the|a|an|\w+ing)\b)|neue aufgabe\b|stattdessen\b|nouvelle tâche\b|nueva tarea\b|新任务|换个任务|新しいタスク)|^let['’]?s\s.{1,200}\binstead\b/i;

/** `changed`: the prompt drops the earlier request for another. `withdrawn`: it drops it and names no other. Null: neither. */
export function courseOf(prompt: string): "changed" | "withdrawn" | null {
  const text = prompt.trim().slice(0, 600).replace(leadIn, "");
  if (changed.test(text)) return "changed";
  const found = dropped.exec(text);
  if (!found) return null;
  const rest = text.slice(found[0].length);
  const next = /[,.;:!—–\n，。]|\s(?:instead|and)\s/.exec(rest);
  const then = next === null ? "" : rest.slice(next.index + 1);
  return topicWords(then).size > 0 && !isSmallTalk(then) ? "changed" : "withdrawn";
}

const verb =
  /^(?:add|adapt|adjust|allow|analy[sz]e|apply|audit|automate|benchmark|build|bump|change|check|clean|compare|configure|convert|create|debug|delete|deploy|describe|design|detect|disable|document|draft|enable|ensure|evaluate|explain|explore|export|extend|extract|figure|find|fix|format|generate|get|give|handle|help|implement|improve|inspect|install|integrate|introduce|investigate|list|look|make|measure|merge|migrate|move|optimi[sz]e|parse|plan|port|prepare|profile|publish|put|read|rebuild|reduce|refactor|release|remove|rename|repair|replace|research|resolve|restart|restructure|review|revert|rewrite|rework|run|scan|search|set|show|simplify|sort|speed|split|start|store|summari[sz]e|support|switch|test|track|translate|turn|update|upgrade|use|validate|verify|wire|write|can you|could you|would you|will you|i want|i need|i['’]?d like|i would like|we need|we want|we should|let['’]?s|it would be (?:nice|great|good))\b/i;
const followsUp = /^(?:also|and|but|plus|then|now|next|or|additionally|furthermore|oh)\b|\b(?:too|as well|again)\b/i;
const pronoun = /^\S+\s(?:it|that|this|them|these|those)\b/i;

/**
 * Whether a prompt after completed work is a new request: an order that neither refers back nor shares the topic.
 * If not English, any substantial prompt with its own topic counts.
 */
export function isNewRequest(prompt: string, before: ReadonlySet<string>): boolean {
  const words = topicWords(prompt);
  if (words.size < 2) return false;
  const shared = [...words].filter((word) => before.has(word)).length;
  if (shared / words.size >= 0.25) return false;
  if (!isEnglish(prompt)) return true;
  const sentences = prompt
    .slice(0, 1000)
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, 4);
  const said = sentences.map((sentence) => sentence.trim().replace(leadIn, ""));
  if (said.some((sentence, index) => index < 2 && followsUp.test(sentence))) return false;
  // A pronoun refers back, unless the prompt itself first says to what.
  const subject = said.findIndex((sentence) => !isSmallTalk(sentence) && topicWords(sentence).size > 0);
  return said.some((sentence, index) => verb.test(sentence) && (index > subject || !pronoun.test(sentence)));
}

const looksBack = 1200;
const pleasantry =
  /^(?:is there )?anything else\b|^(?:what|how) (?:else )?(?:can|may) i (?:do|help)\b|^what would you like (?:me )?to (?:do|work on)\b|^wobei kann ich\b|^(?:kann ich sonst|noch etwas)\b/i;
const asksPlainly =
  /\b(?:please (?:confirm|choose|decide|let me know|tell me)|let me know (?:which|whether|if|how|what)|(?:need|waiting for|await) your (?:decision|input|confirmation|answer|approval|choice)|i need (?:a decision|to know)|bitte (?:bestätige|entscheide|sag mir))\b/i;

/** The question in a reply: its last paragraphs from the question on; null if it asks nothing. */
export function questionIn(reply: string): string | null {
  const tail = reply
    .trimEnd()
    .slice(-looksBack)
    .replace(/```[\s\S]*?(?:```|$)/g, " ");
  const paragraphs = tail.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  for (let index = paragraphs.length - 1; index >= Math.max(0, paragraphs.length - 2); index -= 1) {
    if (asks(paragraphs[index] ?? "")) return paragraphs.slice(index).join("\n\n").trim();
  }
  return null;
}

function asks(paragraph: string): boolean {
  return paragraph
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim().replace(/^(?:[-*•]|\d+[.)])\s+|^[*_"“]+/, ""))
    .some((sentence) => (/[?？][*_"”)]*$/.test(sentence) && !pleasantry.test(sentence)) || asksPlainly.test(sentence));
}
