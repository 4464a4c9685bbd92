/** Strokes on a grid of 16. */
const paths = {
  sessions: "M3 4h10M3 8h10M3 12h6",
  status: "M8 2v6l3.5 2M8 14A6 6 0 1 1 8 2a6 6 0 0 1 0 12Z",
  workbench: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6",
  flag: "M4 14V2.5h8.5l-2 3 2 3H4",
  review: "M2.5 3h11v8H8l-3 2.5V11H2.5zM5.5 7l1.7 1.7 3.3-3.4",
  usage: "M3 13V8M8 13V3M13 13V6",
  options: "M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14",
  close: "M4 4l8 8M12 4l-8 8",
  back: "M9.5 3.5 5 8l4.5 4.5",
  forward: "M6.5 3.5 11 8l-4.5 4.5",
  up: "M3.5 9.5 8 5l4.5 4.5",
  down: "M3.5 6.5 8 11l4.5-4.5",
  first: "M3.5 3h9M3.5 11.5 8 7l4.5 4.5",
  last: "M3.5 13h9M3.5 4.5 8 9l4.5-4.5",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  link: "M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.2 4.2l-1 1M9 11.5l-1 1a3 3 0 0 1-4.2-4.2l1-1",
  warning: "M8 2.5 14 13H2L8 2.5ZM8 6.5v3M8 11.4v.1",
  check: "M3 8.5l3.5 3.5L13 4.5",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  stop: "M4 4h8v8H4z",
  fork: "M5 2.5v4a3 3 0 0 0 3 3h3M5 6.5v7M9 7.5l2.5 2L9 11.5",
  folder: "M2 12.5v-9h4l1.5 2H14v7z",
  command: "M3 5l3 3-3 3M8 11.5h5",
  edit: "M3 13l.5-2.5L11 3l2 2-7.5 7.5L3 13Z",
  tool: "M9.5 6.5 13 3a3 3 0 0 1-4 4L4.5 11.5a1.4 1.4 0 0 1-2-2L7 5a3 3 0 0 1 4-4",
  thought: "M4 11.5h6a3 3 0 0 0 .5-6 3.5 3.5 0 0 0-6.7.7A2.7 2.7 0 0 0 4 11.5ZM4.5 14v.1",
  attachment: "M12.5 7.5 8 12a3 3 0 0 1-4.2-4.2L8.5 3a2 2 0 0 1 2.8 2.8l-4.6 4.6a1 1 0 0 1-1.4-1.4L9.5 5",
  person: "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5a5 5 0 0 1 10 0",
  agent: "M3.5 6h9v6.5h-9zM8 6V3M6 9v.5M10 9v.5",
  note: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5v3.5M8 5v.1",
  key: "M5 10a3 3 0 1 1 2.6-1.5L13.5 8.5M11 8.5V11",
  light: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1",
  dark: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z",
  system: "M2.5 3h11v8h-11zM6 13.5h4",
  help: "M6 6a2 2 0 1 1 2.8 1.8c-.5.2-.8.7-.8 1.2v.5M8 11.9v.1M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z",
  more: "M3.5 8v.1M8 8v.1M12.5 8v.1",
  refresh: "M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3",
  archive: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3",
} as const;

export type IconName = keyof typeof paths;

/** Decoration: whatever it stands for is also said in words. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
