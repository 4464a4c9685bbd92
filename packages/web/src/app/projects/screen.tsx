import type { ScreenProps } from "../shell/screens.ts";
import { ProjectList } from "./project-list.tsx";
import { ProjectPage } from "./project-page.tsx";
import "../items/items.css";
import "../text/text.css";
import "./projects.css";
import "./rounds.css";

export function Screen({ route: { path } }: ScreenProps<"projects">) {
  return path === null ? <ProjectList /> : <ProjectPage key={path} path={path} />;
}
