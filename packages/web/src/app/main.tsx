import type { Library, Page, Runner } from "@reprise/model";
import { startPage } from "./start.tsx";

const library = {
  list: async () => (await (await fetch("/sessions")).json()) as Page,
  async *search() {},
  async *watch() {},
} as unknown as Library;
const here = { folder: "/", homeFolder: "", agents: [], version: "", isDemo: false };
const element = document.getElementById("app");
if (element !== null) startPage(element, { library, runner: {} as Runner, here });
