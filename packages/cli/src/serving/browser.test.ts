import { expect, test } from "vitest";
import { browserCommands } from "./browser.ts";

test.each([
  ["darwin", {}, [["open"]]],
  ["win32", {}, [["rundll32", "url.dll,FileProtocolHandler"]]],
  ["linux", {}, []],
  ["linux", { DISPLAY: ":0" }, [["xdg-open"]]],
  ["linux", { WSL_DISTRO_NAME: "Debian", WAYLAND_DISPLAY: "wayland-0" }, [["wslview"], ["xdg-open"]]],
  ["darwin", { SSH_CONNECTION: "a b" }, []],
  ["darwin", { BROWSER: "firefox -P work:links %s" }, [["firefox", "-P", "work"], ["links", "%s"], ["open"]]],
  [
    "win32",
    { BROWSER: "C:\\firefox.exe;edge" },
    [["C:\\firefox.exe"], ["edge"], ["rundll32", "url.dll,FileProtocolHandler"]],
  ],
] as const)("the browser of %s with %o is %j", (platform, env, commands) => {
  expect(browserCommands(env, platform)).toEqual(commands);
});
