/** Made of parts when a test runs, so that no scanner takes this file for a leak. Deterministic. */
function filler(alphabet: string): (count: number) => string {
  return (count) => {
    let [text, state] = ["", 12345 + count];
    for (let index = 0; index < count; index += 1) {
      state = (state * 1103515245 + 12345) % 2147483648;
      text += alphabet[(state >> 8) % alphabet.length];
    }
    // Every kind that asks for a digit or a letter has one early.
    return count > 3 ? `${text.slice(0, 2)}${alphabet[7]}${text.slice(3)}` : text;
  };
}

const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";
const hex = filler("abcdef0123456789");
const letters = filler(`${lower.toUpperCase().slice(0, 7)}7${lower}${digits}${lower.toUpperCase()}`);
const dashed = filler(`${lower.slice(0, 7)}7${lower}_-${digits}${lower.toUpperCase()}`);
const capitals = filler(`${lower.toUpperCase().slice(0, 7)}7${lower.toUpperCase()}234567`);
const numbers = filler(digits);
const base64 = (text: string) => Buffer.from(text).toString("base64").replaceAll("=", "");

function key(label: string, lineCount: number): string {
  const lines = Array.from({ length: lineCount }, (_, index) => `${letters(60 + (index % 2))}+/a`);
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join("\n");
}

const word = (prefix: string, rest: string, kind: string) => ({ kind, secret: `${prefix}${rest}` });

/** One of each kind that its own characters give away. */
export const shapedSamples: readonly { readonly kind: string; readonly secret: string }[] = [
  word("sk-", letters(48), "api key"),
  word("sk-proj-", dashed(120), "api key"),
  word("sk-svcacct-", dashed(90), "api key"),
  word("sk-ant-", `api03-${dashed(93)}AA`, "api key"),
  word("sk-or-v1-", hex(64), "api key"),
  word("xai-", letters(80), "xai key"),
  word("gsk_", letters(52), "groq key"),
  word("pplx-", letters(48), "perplexity key"),
  word("nvapi-", dashed(64), "nvidia key"),
  word("r8_", letters(37), "replicate token"),
  word("hf_", letters(34), "token"),
  word("lsv2_pt_", `${hex(32)}_${hex(10)}`, "langsmith key"),
  word("tvly-", `dev-${letters(32)}`, "tavily key"),
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((start) => word(start, letters(36), "github token")),
  word("github_pat_", `${letters(22)}_${letters(59)}`, "github token"),
  ...["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-"].map((start) =>
    word(start, dashed(20), "gitlab token"),
  ),
  word("ATBB", letters(32), "bitbucket token"),
  word("ATATT3", `xFfGF0${dashed(180)}`, "atlassian token"),
  word("lin_api_", letters(40), "linear key"),
  word("CCIPAT_", `${letters(22)}_${hex(40)}`, "circleci token"),
  word("bkua_", hex(40), "buildkite token"),
  word("sqp_", hex(40), "sonarqube token"),
  word("npm_", letters(36), "npm token"),
  word("pypi-", `AgEIcHlwaS5vcmc${dashed(150)}`, "pypi token"),
  word("rubygems_", hex(48), "rubygems key"),
  word("cio", letters(32), "crates.io token"),
  word("dckr_pat_", dashed(27), "docker token"),
  word("oy2", filler(`${lower}${digits}`)(43), "nuget key"),
  word("packagist_ort_", hex(68), "packagist token"),
  word("AKIA", capitals(16), "aws key"),
  word("ASIA", capitals(16), "aws key"),
  word("AIza", dashed(35), "google key"),
  word("ya29.", dashed(120), "google token"),
  word("GOCSPX-", dashed(28), "google client secret"),
  word("1//0", dashed(60), "google refresh token"),
  word("LTAI", letters(20), "alibaba key"),
  word("dop_v1_", hex(64), "digitalocean token"),
  word("HRKU-", `AA${dashed(58)}`, "heroku key"),
  word("vcp_", letters(56), "vercel token"),
  word("nfp_", letters(36), "netlify token"),
  word("rnd_", letters(32), "render key"),
  word("fm2_", `${letters(120)}==`, "fly token"),
  word("sbp_", hex(40), "supabase key"),
  word("pscale_tkn_", dashed(43), "planetscale token"),
  word("dapi", hex(32), "databricks token"),
  word("hvs.", dashed(95), "vault token"),
  word("hvb.", dashed(140), "vault token"),
  word("atlasv1.", dashed(67), "terraform token"),
  word("dp.pt.", letters(43), "doppler token"),
  word("pul-", hex(40), "pulumi token"),
  word("st.", `${hex(24)}.${hex(32)}.${hex(32)}`, "infisical token"),
  word("tskey-", `auth-${letters(17)}-${letters(32)}`, "tailscale key"),
  word(
    "A3-",
    `${capitals(6)}-${capitals(6)}-${capitals(5)}-${capitals(5)}-${capitals(5)}-${capitals(5)}`,
    "1password secret key",
  ),
  word("xoxb-", `${numbers(12)}-${numbers(13)}-${letters(24)}`, "slack token"),
  word("xoxp-", `${numbers(12)}-${numbers(12)}-${numbers(12)}-${hex(32)}`, "slack token"),
  word("xapp-", `1-A${capitals(10)}-${numbers(13)}-${hex(64)}`, "slack token"),
  word("hooks.slack.com/", `services/T${capitals(9)}/B${capitals(9)}/${letters(24)}`, "slack webhook"),
  word("/api/webhooks/", `${numbers(18)}/${dashed(68)}`, "discord webhook"),
  word("SG.", `${dashed(22)}.${dashed(43)}`, "sendgrid key"),
  word("key-", hex(32), "mailgun key"),
  word("xkeysib-", `${hex(64)}-${letters(16)}`, "brevo key"),
  word("re_", `${letters(8)}_${letters(24)}`, "resend key"),
  word("SK", hex(32), "twilio key"),
  word("sk_live_", letters(24), "stripe key"),
  word("rk_live_", letters(24), "stripe key"),
  word("whsec_", letters(32), "webhook secret"),
  word("sq0atp-", dashed(22), "square token"),
  word("EAAA", dashed(60), "square token"),
  word("shpat_", hex(32), "shopify token"),
  word("access_token$production$", `${filler(lower + digits)(16)}$${hex(32)}`, "paypal token"),
  word("access-production-", `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`, "plaid token"),
  word("EZAK", letters(54), "easypost key"),
  word("shippo_live_", hex(40), "shippo token"),
  word("NRAK-", capitals(27), "new relic key"),
  word("sntrys_", `eyJ${letters(120)}`, "sentry token"),
  word("sntryu_", hex(64), "sentry token"),
  word("glsa_", `${letters(32)}_${hex(8)}`, "grafana token"),
  word("ntn_", `${numbers(11)}${letters(35)}`, "notion token"),
  word("secret_", letters(43), "notion token"),
  word("pat", `${letters(14)}.${hex(64)}`, "airtable token"),
  word("figd_", dashed(40), "figma token"),
  word("PMAK-", `${hex(24)}-${hex(34)}`, "postman key"),
  word("CFPAT-", dashed(43), "contentful token"),
  word("tfp_", `${letters(44)}_${letters(14)}`, "typeform token"),
  word("sl.B", dashed(130), "dropbox token"),
  word("aio_", letters(28), "adafruit key"),
  word("EAAG", letters(150), "facebook token"),
  word("AGE-SECRET-KEY-1", capitals(58), "age key"),
  word(`${hex(32)}-`, "us14", "mailchimp key"),
  word(`${numbers(10)}:`, `AA${dashed(33)}`, "telegram token"),
  word("M", `${letters(23)}.${dashed(6)}.${dashed(38)}`, "discord token"),
  word("abc8Q~", letters(34), "azure client secret"),
  word(`${base64('{"alg":"HS256","typ":"JWT"}')}.`, `${base64('{"sub":"1234567890"}')}.${dashed(43)}`, "jwt"),
  word(key("RSA PRIVATE KEY", 12), "", "private key"),
  word(key("OPENSSH PRIVATE KEY", 6), "", "private key"),
  word(key("PGP PRIVATE KEY BLOCK", 30), "", "private key"),
  word(key("ENCRYPTED PRIVATE KEY", 20).replaceAll("\n", "\\n"), "", "private key"),
];

/** Secrets that only what stands before them gives away: text before, the secret, text after. */
export const labelledSamples: readonly (readonly [before: string, secret: string, after: string])[] = [
  ["postgres://me:", letters(12), "@db/x"],
  ["redis://:", letters(16), "@cache:6379/0"],
  ["https://build:", letters(20), "@example.test/repo.git"],
  ["Authorization: Bearer ", dashed(40), "\n"],
  ["-H 'Authorization: Basic ", base64(`someone:${letters(12)}`), "'"],
  ['"authorization": "token ', letters(40), '"'],
  ["proxy-authorization: Basic ", base64(`me:${letters(9)}`), "\r\n"],
  ["then Bearer ", dashed(32), " was sent"],
  ["use Basic ", base64(`root:${letters(14)}`), " there"],
  ["Cookie: session=", letters(32), "\n"],
  ["Set-Cookie: sid=", letters(40), "\n"],
  ["DB_PASSWORD=", letters(10), "\n"],
  ["export MY_TOKEN=", letters(24), "\n"],
  ["STRIPE_SECRET=", letters(24), "\n"],
  ["DD_API_KEY=", hex(32), "\n"],
  ["DD_APP_KEY=", hex(40), "\n"],
  ["DATADOG_KEY: ", hex(32), "\n"],
  ["AWS_SECRET_ACCESS_KEY=", `${letters(20)}/${letters(19)}`, "\n"],
  ['"aws_secret_access_key": "', `${letters(30)}+${letters(9)}`, '"'],
  ["AccountName=shop;AccountKey=", `${letters(86)}==`, ";EndpointSuffix=core"],
  ["Endpoint=sb://x/;SharedAccessKey=", `${letters(43)}=`, ""],
  ["https://x.blob.test/a?sv=2024&sig=", `${letters(43)}%3D`, "&se=1"],
  ["//registry.example.test/:_authToken=", letters(36), "\n"],
  ["_auth=", base64(`me:${letters(20)}`), "\n"],
  ['{"auths":{"x":{"auth":"', base64(`me:${letters(20)}`), '"}}}'],
  ["machine api.example.test login me password ", letters(14), "\n"],
  ["mysql --password ", letters(12), " shop"],
  ["deploy --token ", letters(24), " now"],
  ["tool --api-key=", letters(24), " run"],
  ["curl -u me:", letters(12), " https://example.test"],
  ["curl --user me:", letters(12), " https://example.test"],
  ["password: '", `${letters(6)} ${letters(6)} ${letters(6)}`, "'"],
  ['clientSecret: "', letters(32), '"'],
  ["token: ", letters(32), "\n"],
  ["PrivateKey = ", `${letters(43)}=`, "\n"],
  ["Server=db;User Id=sa;Pwd=", `${letters(16)}`, ";"],
  ["HEROKU_API_KEY=", `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`, "\n"],
  ["X-Amz-Signature=", hex(64), "&X"],
  ["PAGERDUTY_TOKEN=", `u+${letters(18)}`, "\n"],
];
