import { describe, expect, it } from "vitest";
import { apiOf, usualServer } from "./environment.ts";

const api = (host: string, env: Record<string, string> = {}, scheme: "https" | "http" = "https") => {
  const { rest, graphql } = apiOf({ host, scheme }, env);
  return [rest, graphql];
};

describe("the interfaces of a server", () => {
  it("are where each kind of server has them", () => {
    expect(api("github.com")).toEqual(["https://api.github.com", "https://api.github.com/graphql"]);
    expect(api("acme.ghe.com")).toEqual(["https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"]);
    expect(api("git.example:8443")).toEqual([
      "https://git.example:8443/api/v3",
      "https://git.example:8443/api/graphql",
    ]);
    expect(api("evil-ghe.com")[0]).toBe("https://evil-ghe.com/api/v3");
  });

  it("are those of the environment only for the server they belong to", () => {
    const ofGitHub = {
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_API_URL: "https://api.github.com",
      GITHUB_GRAPHQL_URL: "https://api.github.com/graphql",
    };
    expect(api("git.example", ofGitHub)[0]).toBe("https://git.example/api/v3");
    const own = { GITHUB_SERVER_URL: "https://git.example", GITHUB_API_URL: "https://proxy.example/gh/" };
    expect(api("git.example", own)).toEqual(["https://proxy.example/gh", "https://git.example/api/graphql"]);
    expect(api("github.com", own)[0]).toBe("https://api.github.com");
    expect(api("github.com", { GITHUB_API_URL: "https://git.example/api/v3" })[0]).toBe("https://api.github.com");
    expect(api("git.example", { GITHUB_API_URL: "https://git.example/v3" })[0]).toBe("https://git.example/v3");
  });

  it("name the server where nothing else does", () => {
    const server = (env: Record<string, string>) => usualServer(env).host;
    expect(server({ GITHUB_API_URL: "https://git.example/api/v3" })).toBe("git.example");
    expect(server({ GITHUB_API_URL: "https://api.acme.ghe.com" })).toBe("acme.ghe.com");
    expect(server({ GITHUB_API_URL: "https://api.github.com", GITHUB_SERVER_URL: "https://git.example" })).toBe(
      "git.example",
    );
    expect(server({ GH_HOST: "gh.example", GITHUB_API_URL: "https://git.example/api/v3" })).toBe("gh.example");
    expect(server({})).toBe("github.com");
  });

  it("are never plain http, except on this machine", () => {
    const env = { GITHUB_API_URL: "http://git.example/api/v3" };
    expect(() => api("git.example", env)).toThrowError(expect.objectContaining({ code: "bad-use" }));
    const loopback = { GITHUB_API_URL: "http://127.0.0.1:1/v3", GITHUB_SERVER_URL: "https://git.example" };
    expect(api("git.example", loopback)[0]).toBe("http://127.0.0.1:1/v3");
  });
});
