import { systemKeyring } from "../../src/host/keyring.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { Keys } from "../../src/workbench/cipher/keys.ts";

/** Opens the keys at a path with the keyring of this session and prints the id of the current one, or why it cannot. */
const [, , path = "", service = ""] = process.argv;
const keys = new Keys(path, nodeHost(), systemKeyring(service));
try {
  await keys.open({ kind: "keyring" });
  console.log(keys.current().keyId);
} catch (error) {
  console.log((error as Error).message);
}
