// Bundles the VS Code extension and packs it, with the built page, as packages/vscode/dist/reprise-vscode.vsix.
// A .vsix is a zip of ten files with a manifest; the usual packer brings 120 packages, sign-in to a cloud among them.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ZipFile } from "yazl";
import { noticesName } from "./notices.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "packages/vscode");
const page = join(root, "packages/web/dist/app");
/** The same sources make the same bytes. */
const WRITTEN_AT = new Date(Date.UTC(2000, 0, 1));

/** Resolves with its path. The page must be built. */
export async function packVscode() {
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const { private: _, type, devDependencies, ...shipped } = manifest;
  const files = new Map([
    ["[Content_Types].xml", contentTypes()],
    ["extension.vsixmanifest", vsixManifest(shipped)],
    ["extension/package.json", `${JSON.stringify(shipped, null, 2)}\n`],
    ["extension/readme.md", readFileSync(join(source, "README.md"))],
    ["extension/LICENSE.txt", readFileSync(join(root, "LICENSE"))],
    [`extension/${noticesName}`, readFileSync(join(root, "packages/cli/dist", noticesName))],
    ["extension/extension.cjs", await bundle()],
    ...filesIn(join(source, "media"), "extension/media"),
    ...filesIn(page, "extension/page"),
  ]);
  const path = join(source, "dist/reprise-vscode.vsix");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}.tmp`, await zip(files));
  renameSync(`${path}.${process.pid}.tmp`, path);
  return path;
}

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    logLevel: "warning",
    entryPoints: [join(source, "src/extension.ts")],
    external: ["vscode"],
    platform: "node",
    format: "cjs",
    target: "node22",
    legalComments: "none",
  });
  return outputFiles[0].contents;
}

function filesIn(folder, name) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [`${name}/${relative(folder, path).replaceAll("\\", "/")}`, readFileSync(path)]);
}

async function zip(files) {
  const archive = new ZipFile();
  for (const [name, content] of files)
    archive.addBuffer(Buffer.from(content), name, { mtime: WRITTEN_AT, mode: 0o100644 });
  archive.end();
  return Buffer.concat(await Array.fromAsync(archive.outputStream));
}

function contentTypes() {
  const types = {
    vsixmanifest: "text/xml",
    json: "application/json",
    md: "text/markdown",
    txt: "text/plain",
    cjs: "application/javascript",
    js: "application/javascript",
    css: "text/css",
    html: "text/html",
    svg: "image/svg+xml",
    png: "image/png",
    woff2: "font/woff2",
  };
  const rows = Object.entries(types).map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join("")}</Types>
`;
}

function vsixManifest({
  name,
  version,
  publisher,
  displayName,
  description,
  categories,
  engines,
  extensionKind,
  icon,
}) {
  const asset = (type, path) =>
    `<Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
  const property = (id, value) => `<Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escaped(value)}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(","))}</Categories>
    <Properties>
      ${property("Engine", engines.vscode)}
      ${property("ExtensionKind", extensionKind.join(","))}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${icon}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    ${asset("Code.Manifest", "package.json")}
    ${asset("Services.Content.Details", "readme.md")}
    ${asset("Services.Content.License", "LICENSE.txt")}
    ${asset("Services.Icons.Default", icon)}
  </Assets>
</PackageManifest>
`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await packVscode();
  const kilobytes = Math.ceil(readFileSync(path).length / 1000);
  console.log(`${relative(process.cwd(), path)} (${kilobytes} kB)`);
}
