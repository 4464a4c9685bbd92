import type { ComponentType } from "preact";
import type { IconName } from "../design/icon.tsx";
import { noReview, type Route, type RouteOf, type ScreenName, sessionList } from "./route.ts";

export interface ScreenProps<Name extends ScreenName> {
  readonly route: RouteOf<Name>;
}

type Loaded<Name extends ScreenName> = Promise<{ readonly Screen: ComponentType<ScreenProps<Name>> }>;

/** Loaded when first shown: opening the page costs only the screen that is asked for. */
export const screens: { readonly [Name in ScreenName]: () => Loaded<Name> } = {
  sessions: () => import("../sessions/screen.tsx"),
  viewer: () => import("../viewer/screen.tsx"),
  restore: () => import("../restore/screen.tsx"),
  status: () => import("../status/screen.tsx"),
  workbench: () => import("../workbench/screen.tsx"),
  projects: () => import("../projects/screen.tsx"),
  reviews: () => import("../reviews/screen.tsx"),
  usage: () => import("../usage/screen.tsx"),
  options: () => import("../options/screen.tsx"),
};

export interface Entry {
  readonly label: string;
  /** For narrow bars. */
  readonly short: string;
  readonly icon: IconName;
  readonly route: Route;
  /** Screens during which it counts as the current one. */
  readonly screens: readonly ScreenName[];
  /** `1` to `7`. */
  readonly key: string;
}

/** In the order of the navigation. */
export const entries: readonly Entry[] = [
  {
    label: "Sessions",
    short: "Sessions",
    icon: "sessions",
    key: "1",
    route: sessionList,
    screens: ["sessions", "viewer", "restore"],
  },
  {
    label: "Interrupted and running",
    short: "Status",
    icon: "status",
    key: "2",
    route: { screen: "status" },
    screens: ["status"],
  },
  {
    label: "Workbench",
    short: "Workbench",
    icon: "workbench",
    key: "3",
    route: { screen: "workbench", folder: null, run: null },
    screens: ["workbench"],
  },
  {
    label: "Projects",
    short: "Projects",
    icon: "flag",
    key: "4",
    route: { screen: "projects", path: null },
    screens: ["projects"],
  },
  {
    label: "Reviews",
    short: "Reviews",
    icon: "review",
    key: "5",
    route: noReview,
    screens: ["reviews"],
  },
  {
    label: "Usage",
    short: "Usage",
    icon: "usage",
    key: "6",
    route: { screen: "usage" },
    screens: ["usage"],
  },
  {
    label: "Options",
    short: "Options",
    icon: "options",
    key: "7",
    route: { screen: "options" },
    screens: ["options"],
  },
];
