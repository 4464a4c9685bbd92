import { createHash } from "node:crypto";

/** A secret as it turns up in the work of an agent. */
export interface Planted {
  readonly kind: string;
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

/** Characters by a hash of a name: the same in every run, made when the test runs, and nobody's. */
function characters(name: string, count: number, alphabet: string): string {
  let text = "";
  for (let block = 0; text.length < count; block += 1)
    for (const byte of createHash("sha512").update(`${name} ${block}`).digest())
      text += alphabet[byte % alphabet.length];
  return text.slice(0, count);
}

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const alphanumeric = lower + lower.toUpperCase() + digits;
let made = 0;
function next(): string {
  made += 1;
  return `planted ${made}`;
}
const letters = (count: number) => characters(next(), count, alphanumeric);
const hex = (count: number) => characters(next(), count, "0123456789abcdef");
const base32 = (count: number) => characters(next(), count, `${lower.toUpperCase()}234567`);
const base64 = (count: number) => characters(next(), count, `${alphanumeric}+/`);
const url64 = (count: number) => characters(next(), count, `${alphanumeric}-_`);
const numbers = (count: number) => characters(next(), count, digits);
const encoded = (text: string) => Buffer.from(text).toString("base64");
const jwt = () =>
  `${encoded('{"alg":"RS256","kid":"1"}').replaceAll("=", "")}.${encoded(`{"sub":"${letters(9)}","iat":1763373600}`).replaceAll("=", "")}.${url64(86)}`;
/** As people choose them. */
const password = () => `${letters(4)}-${numbers(2)}${letters(5)}!`;

function armour(label: string, lineCount: number, lineEnd = "\n"): Pick<Planted, "before" | "secret" | "after"> {
  const lines = Array.from({ length: lineCount }, () => base64(64));
  return {
    before: `-----BEGIN ${label}-----${lineEnd}`,
    secret: lines.join(lineEnd),
    after: `${lineEnd}-----END ${label}-----`,
  };
}

const of = (kind: string, before: string, secret: string, after = "\n"): Planted => ({
  kind,
  before,
  secret,
  after,
});

/** Sixty secrets of more than twenty kinds: in prose, JSON, output of commands, diffs, addresses and settings. */
export const planted: readonly Planted[] = [
  // Clouds
  of("aws", "I found the key AK" + "IA", characters(next(), 16, `${lower.toUpperCase()}234567`), " in the log."),
  of("aws", "[default]\naws_secret_access_key = ", base64(40)),
  of("aws", "+export AWS_SESSION_TOKEN=", base64(220)),
  of("aws", "$ aws configure set aws_secret_access_key ", base64(40), " --profile work\n"),
  of("google cloud", "GET https://maps.example.test/api/js?key=AI" + "za", url64(35), "&v=3 200\n"),
  of("google cloud", "access token: ya" + "29.", url64(140)),
  of(
    "azure",
    "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=",
    `${base64(86)}==`,
    ";EndpointSuffix=core.example.test",
  ),
  of("azure", "https://shop.blob.example.test/c/f?sv=2024-05-04&sr=b&sig=", `${letters(42)}%3D`, "&se=2026-12-01"),
  of(
    "azure",
    'az login --service-principal --username app --password "',
    `${letters(3)}8Q~${url64(34)}`,
    '" --tenant t',
  ),
  // Code hosting
  of("github", "remote: https://x-access-token:gh" + "s_", letters(36), "@github.example.test/me/repo.git (fetch)\n"),
  of("github", "  - Token: gh" + "o_", letters(36)),
  of("github", '-    token: "github" + \n+    token: "github_' + "pat_", `${letters(22)}_${letters(59)}`, '"\n'),
  of("gitlab", "curl --header 'PRIVATE-TOKEN: gl" + "pat-", url64(20), "' https://gitlab.example.test/api/v4/projects"),
  of("gitlab", "JOB-TOKEN: ", url64(20)),
  // Models
  of("model provider", "OPENAI_API_KEY=sk-" + "proj-", url64(124)),
  of("model provider", '{"x-api-key":"sk-' + "ant-", `api03-${url64(93)}AA`, '","model":"m"}'),
  of("model provider", "Authorization: Bearer sk-" + "or-v1-", hex(64), '" \\\n'),
  of("model provider", "client = Client(api_key='", hex(32), "')\n"),
  // Messages
  of("slack", "bot_token: xox" + "b-", `${numbers(12)}-${numbers(12)}-${letters(24)}`),
  of(
    "slack",
    "POST https://hooks.slack" + ".com/services/",
    `T${base32(8)}/B${base32(10)}/${letters(24)}`,
    " -> 200 ok\n",
  ),
  of("slack", "SLACK_SIGNING_SECRET=", hex(32)),
  of("telegram", "https://api.telegram.example.test/bot", `${numbers(10)}:AA${url64(33)}`, "/getMe"),
  of("twilio", 'TWILIO_AUTH_TOKEN: "', hex(32), '"\n'),
  of("sendgrid", "Using key S" + "G.", `${url64(22)}.${url64(43)}`, " to send."),
  // Money
  of("stripe", "stripe.api_key = 'sk_" + "live_", letters(24), "'"),
  of("stripe", "> Ready! Your webhook signing secret is wh" + "sec_", letters(64), " (^C to quit)\n"),
  // Tokens that are everywhere
  of("jwt", "Set-Authorization: ", jwt()),
  of("jwt", "GET /callback#access_token=", jwt(), "&token_type=bearer HTTP/1.1\n"),
  of("jwt", '{"id_token":"', jwt(), '","expires_in":3600}'),
  of("bearer header", "> Authorization: Bearer ", url64(43), "\n> Accept: */*\n"),
  of("bearer header", 'fetch(url, { headers: { Authorization: "Bearer ', letters(40), '" } })'),
  of("basic header", "authorization: Basic ", encoded(`deploy:${letters(12)}`)),
  of("cookie", "Cookie: theme=dark; sessionid=", letters(32), "; csrftoken=x\n"),
  of("cookie", "< Set-Cookie: connect.sid=s%3A", `${url64(32)}.${letters(43)}`, "; Path=/; HttpOnly\n"),
  of("cookie", "$ curl -b 'session=", url64(64), "' https://app.example.test/me\n"),
  // Keys
  { kind: "private key", ...armour("RSA PRIVATE KEY", 25) },
  { kind: "private key", ...armour("EC PRIVATE KEY", 3) },
  { kind: "private key", ...armour("PRIVATE KEY", 26, "\\n") },
  { kind: "private key", ...armour("OPENSSH PRIVATE KEY", 7, "\n    ") },
  of("private key", "ETH_PRIVATE_KEY=0x", hex(64)),
  of("wireguard", "[Interface]\nPrivateKey = ", `${base64(43)}=`),
  // Addresses and connections
  of("address", "fatal: unable to access 'https://me:", password(), "@git.example.test/repo.git/'"),
  of("connection", "DATABASE_URL=postgresql://shop:", letters(16), "@db.example.test:5432/shop?sslmode=require\n"),
  of("connection", "mongodb+srv://admin:", password(), "@cluster0.example.test/?retryWrites=true"),
  of("connection", "amqp://guest:", letters(12), "@rabbit:5672/%2f"),
  of("connection", "dsn: shop:", letters(14), "@tcp(db.example.test:3306)/shop?parseTime=true\n"),
  of("connection", "jdbc:mysql://db:3306/shop?user=root&password=", letters(14), "&useSSL=false"),
  of("connection", "Server=db;Database=shop;User Id=sa;Password=", password(), ";Encrypt=true"),
  // Settings
  of("settings", "SECRET_KEY_BASE=", hex(128)),
  of("settings", "SECRET_KEY = 'django-insecure-", characters(next(), 50, `${lower}${digits}!@#$%^&*(-_=+)`), "'\n"),
  of("settings", '  "db": { "user": "shop", "password": "', password(), '" }'),
  of("settings", "apiVersion: v1\nkind: Secret\ndata:\n  password: ", encoded(letters(15))),
  of("npm", "//registry.npmjs.example.test/:_authToken=np" + "m_", letters(36)),
  of("pypi", "[pypi]\n  username = __token__\n  password = py" + "pi-", `AgEIcHlwaS5vcmc${url64(160)}`),
  of("docker", '"auths": { "registry.example.test": { "auth": "', encoded(`me:${letters(24)}`), '" } }'),
  of("oauth", "grant_type=refresh_token&client_id=app&client_secret=", url64(32), "&scope=all"),
  of("otp", "otpauth://totp/shop:me?secret=", base32(32), "&issuer=shop"),
  // Command lines
  of("command line", "$ mysql -u root -p", password(), " shop < dump.sql\n"),
  of("command line", "$ PGPASSWORD=", letters(12), " psql -h db shop\n"),
  of("command line", "$ sshpass -p '", password(), "' ssh me@host.example.test\n"),
  of("command line", "$ docker login -u me -p ", letters(20), " registry.example.test\n"),
  of("command line", "$ redis-cli -h cache -a ", letters(20), " ping\n"),
  of("command line", "$ curl -u me:", password(), " https://app.example.test\n"),
  of("command line", "$ helm upgrade shop . --set postgresql.auth.password=", letters(12), " --wait\n"),
  of("command line", "$ kubectl create secret generic db --from-literal=password=", password(), "\n"),
  // Prose
  of("prose", "The password for the staging server is `", password(), "`, as you said."),
  of("prose", "Please log in with the password ", password(), " and try again."),
];
