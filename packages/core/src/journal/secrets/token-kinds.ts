/** A token recognised by its prefix and the characters after it. */
export interface TokenKind {
  readonly name: string;
  readonly starts: readonly string[];
  /** Sticky; matches right after the start. */
  readonly rest: RegExp;
}

/** Prevents a match inside a longer word. */
const end = "(?![A-Za-z0-9])";
const hex = (count: number) => `[0-9a-fA-F]{${count},}`;
const letters = (count: number) => `[A-Za-z0-9]{${count},}`;
const dashed = (count: number) => `[A-Za-z0-9_-]{${count},}`;
/** Sixteen letters and digits with a digit: not words joined by dashes. */
const notWords = "(?=[A-Za-z0-9_-]{0,24}(?=[A-Za-z]*\\d)[A-Za-z0-9]{16})";

const rows: readonly (readonly [name: string, starts: string, rest: string])[] = [
  // Models
  ["api key", "sk-", `(?:(?:ant|proj|svcacct|admin|or-v1|lf)-${dashed(20)}|${notWords}${dashed(20)})`],
  ["xai key", "xai-", letters(40)],
  ["groq key", "gsk_", letters(40)],
  ["perplexity key", "pplx-", letters(40)],
  ["nvidia key", "nvapi-", dashed(40)],
  ["replicate token", "r8_", letters(32)],
  ["token", "hf_ api_org_", letters(30)],
  ["langsmith key", "lsv2_pt_ lsv2_sk_", `${hex(32)}_${hex(8)}`],
  ["tavily key", "tvly-", `(?=[A-Za-z-]{0,32}\\d)${dashed(24)}`],
  // Code hosting
  ["github token", "ghp_ gho_ ghu_ ghs_ ghr_", letters(30)],
  ["github token", "github_pat_", "[A-Za-z0-9_]{40,}"],
  [
    "gitlab token",
    "glpat- gldt- glrt- glrtr- glptt- glcbt- glft- glsoat- glagent- glimt- gloas- glffct- glwt- GR1348941",
    "[A-Za-z0-9_.-]{20,}",
  ],
  ["bitbucket token", "ATBB", `[A-Za-z0-9_=-]{28,}`],
  ["atlassian token", "ATATT3 ATCTT3", `[A-Za-z0-9_=-]{60,}`],
  ["linear key", "lin_api_ lin_oauth_", letters(32)],
  ["circleci token", "CCIPAT_ CCIPRJ_", "[A-Za-z0-9_]{40,}"],
  ["buildkite token", "bkua_", hex(40)],
  ["sonarqube token", "sqp_ squ_ sqa_", hex(40)],
  // Packages
  ["npm token", "npm_", `[A-Za-z0-9]{36}${end}`],
  ["pypi token", "pypi-", dashed(50)],
  ["rubygems key", "rubygems_", hex(48)],
  ["crates.io token", "cio", `(?=[A-Za-z]*\\d)[A-Za-z0-9]{32}${end}`],
  ["docker token", "dckr_pat_ dckr_oat_", dashed(24)],
  ["nuget key", "oy2", `[a-z0-9]{43}${end}`],
  ["packagist token", "packagist_ort_ packagist_out_ packagist_uut_", hex(60)],
  // Clouds
  ["aws key", "AKIA ASIA ABIA ACCA", `[A-Z0-9]{16}${end}`],
  ["google key", "AIza", "[A-Za-z0-9_-]{35}"],
  ["google token", "ya29.", dashed(20)],
  ["google client secret", "GOCSPX-", dashed(24)],
  ["google refresh token", "1//0", dashed(40)],
  ["alibaba key", "LTAI", `(?=[A-Za-z]*\\d)[A-Za-z0-9]{16,24}${end}`],
  ["digitalocean token", "dop_v1_ doo_v1_ dor_v1_", hex(60)],
  ["heroku key", "HRKU-", dashed(36)],
  ["vercel token", "vcp_ vci_ vca_ vcr_ vck_", `(?=[A-Za-z]*\\d)${letters(24)}`],
  ["netlify token", "nfp_", letters(36)],
  ["render key", "rnd_", letters(28)],
  ["fly token", "fm1_ fm2_ fo1_", "[A-Za-z0-9+/=_-]{40,}"],
  ["supabase key", "sbp_ sb_secret_", dashed(24)],
  ["planetscale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "[A-Za-z0-9_.=-]{32,}"],
  ["databricks token", "dapi", `[0-9a-f]{32}(?:-\\d)?${end}`],
  ["snowflake token", "sfpat_", dashed(40)],
  ["vault token", "hvs. hvb. hvr.", dashed(24)],
  ["terraform token", "atlasv1.", dashed(60)],
  ["doppler token", "dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.", "[A-Za-z0-9_.-]{40,}"],
  ["pulumi token", "pul-", hex(40)],
  ["infisical token", "st.", `${hex(24)}\\.${hex(32)}\\.${hex(32)}`],
  ["tailscale key", "tskey-", dashed(20)],
  ["1password token", "ops_eyJ", dashed(100)],
  ["1password secret key", "A3-", "[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,5}"],
  // Messages and mail
  ["slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-", "[A-Za-z0-9%-]{10,}"],
  ["slack token", "xapp- xoxe.xoxb- xoxe.xoxp-", "[A-Za-z0-9-]{20,}"],
  ["slack webhook", "hooks.slack.com/", "(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}"],
  ["discord webhook", "/api/webhooks/", "\\d{17,20}/[A-Za-z0-9_-]{40,}"],
  ["sendgrid key", "SG.", `${dashed(16)}\\.${dashed(16)}`],
  ["mailgun key", "key-", `[0-9a-f]{32}${end}`],
  ["brevo key", "xkeysib- xsmtpsib-", `${hex(64)}-${letters(16)}`],
  ["resend key", "re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"],
  ["twilio key", "SK", `[0-9a-f]{32}${end}`],
  // Money and shops
  ["stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", letters(16)],
  ["webhook secret", "whsec_", "[A-Za-z0-9+/=]{24,}"],
  ["square token", "sq0atp- sq0csp- sq0idp-", dashed(22)],
  ["square token", "EAAA", dashed(56)],
  ["shopify token", "shpat_ shpca_ shppa_ shpss_ shptka_", hex(32)],
  ["paypal token", "access_token$production$ access_token$sandbox$", "[0-9a-z]{16}\\$[0-9a-f]{32}"],
  ["plaid token", "access-sandbox- access-production- access-development-", "[0-9a-f-]{36}"],
  ["easypost key", "EZAK EZTK", `(?=[A-Za-z]*\\d)${letters(54)}`],
  ["shippo token", "shippo_live_ shippo_test_", hex(40)],
  // Watching and tools
  ["new relic key", "NRAK- NRAA- NRBR- NRII- NRRA-", `[A-Za-z0-9_-]{24,}`],
  ["sentry token", "sntrys_ sntryu_ sntrya_ sntryi_", "[A-Za-z0-9+/=_-]{40,}"],
  ["grafana token", "glsa_", `${letters(32)}_${hex(8)}`],
  ["grafana token", "glc_eyJ", "[A-Za-z0-9+/=_-]{32,}"],
  ["notion token", "ntn_", letters(40)],
  ["notion token", "secret_", `(?=[A-Za-z]*\\d)[A-Za-z0-9]{43}${end}`],
  ["airtable token", "pat", `[A-Za-z0-9]{14}\\.[0-9a-f]{64}`],
  ["figma token", "figd_ figo_ figp_", dashed(36)],
  ["postman key", "PMAK-", `${hex(24)}-${hex(34)}`],
  ["contentful token", "CFPAT-", dashed(40)],
  ["typeform token", "tfp_", `[A-Za-z0-9_-]{40,}`],
  ["dropbox token", "sl.u. sl.B", dashed(100)],
  ["adafruit key", "aio_", `[A-Za-z0-9]{28}${end}`],
  ["facebook token", "EAAC EAAD EAAE EAAG EAAJ EAAM", `(?=[A-Za-z]*\\d)${letters(90)}`],
  ["age key", "AGE-SECRET-KEY-1", "[0-9A-Za-z]{50,}"],
  // Everywhere
  [
    "jwt",
    "eyJ",
    // Tries only the first of dashed words: each would scan to the end of the run.
    `(?<!(?<!\\\\)[A-Za-z0-9_-]-eyJ)${dashed(8)}\\.(?:eyJ${dashed(8)}(?:\\.[A-Za-z0-9_-]*)?|${dashed(8)}(?:\\.[A-Za-z0-9_-]{8,})+)`,
  ],
];

export const tokenKinds: readonly TokenKind[] = rows.map(([name, starts, rest]) => ({
  name,
  starts: starts.split(" "),
  rest: new RegExp(rest, "y"),
}));

export function tokenAt(text: string, index: number): TokenKind | null {
  const isHere = ({ starts, rest }: TokenKind) =>
    starts.some((start) => {
      rest.lastIndex = index + start.length;
      return text.startsWith(start, index) && rest.test(text);
    });
  return tokenKinds.find(isHere) ?? null;
}
