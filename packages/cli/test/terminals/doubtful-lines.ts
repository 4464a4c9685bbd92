/** Characters that terminals draw with different widths, and what the app reckons with; the first ones for comparison. */
const widths: Readonly<Record<string, number>> = {
  a: 1,
  日: 2,
  é: 1,
  "e\u0301": 1,
  한: 2,
  ｱ: 1,
  "🛒": 2,
  "✅": 2,
  "❤️": 2,
  "⚠️": 2,
  "1️⃣": 2,
  "👍🏽": 2,
  "👩🏽‍💻": 2,
  "👩‍👩‍👧‍👦": 2,
  "🏳️‍🌈": 2,
  "🇩🇪": 2,
  "🪿": 2,
  नि: 2,
  क्षि: 3,
  "\u00ad": 0,
};

/** Each with something behind it, and the column in which that must end. */
export const doubtfulLines = Object.entries(widths).map(([character, width]) => ({
  line: `ab ${character} end`,
  column: 3 + width + 4 + 1,
}));
