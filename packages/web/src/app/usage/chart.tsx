import { useSignal } from "@preact/signals";
import type { Agent } from "@reprise/model";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../shell/theme.ts";
import { type DailySeries, dayWords, stacked } from "./daily-series.ts";
import { loadPlot } from "./load-plot.ts";
import type { Measure } from "./measures.ts";

interface ChartProps {
  readonly data: DailySeries;
  readonly measure: Measure;
  readonly titleOf: (agent: Agent) => string;
}

const height = 240;

/** Bars by day, one colour for each agent. Arrow keys move from day to day; its table is beside it. */
export function Chart({ data, measure, titleOf }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const plot = useRef<uPlot | null>(null);
  const day = useSignal<number | null>(null);
  const last = data.days.length - 1;
  const chosen = day.value === null ? null : Math.min(day.value, last);

  useEffect(() => {
    const [element, colours] = [place.current, legend.current];
    if (element === null || colours === null || data.days.length === 0) return;
    let isOver = false;
    const draw = async () => {
      const Plot = await loadPlot();
      if (isOver) return;
      plot.current?.destroy();
      plot.current = newPlot(Plot, element, data, measure, coloursIn(colours));
      plot.current.over.addEventListener("mousemove", () => {
        day.value = plot.current?.cursor.idx ?? day.value;
      });
    };
    void draw();
    const width = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    width.observe(element);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", draw);
    return () => {
      isOver = true;
      width.disconnect();
      system.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [data, measure, theme.value]);

  const choose = (index: number) => {
    day.value = Math.max(0, Math.min(last, index));
    const shown = plot.current;
    if (shown) shown.setCursor({ left: shown.valToPos(timeOf(data.days[day.value] ?? ""), "x"), top: 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedTo(event.key, chosen ?? last, last);
    if (to === null) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <figure class="usage-chart">
      <ul class="usage-legend" ref={legend}>
        {data.series.map(({ agent }, index) => (
          <li key={agent}>
            <i data-series={index % 6} /> {titleOf(agent)}
          </li>
        ))}
      </ul>
      <div
        ref={place}
        class="usage-plot"
        role="slider"
        tabIndex={0}
        aria-label={`${measure.label} by day`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={dayWords(data, chosen ?? last, measure, titleOf)}
        onKeyDown={onKeyDown}
      />
      <figcaption class="faint">
        {chosen === null ? "Arrow keys or the pointer show one day." : dayWords(data, chosen, measure, titleOf)}
      </figcaption>
    </figure>
  );
}

function movedTo(key: string, from: number, last: number): number | null {
  if (key === "ArrowLeft") return from - 1;
  if (key === "ArrowRight") return from + 1;
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

/** The theme decides them: the canvas takes what the legend has. */
function coloursIn(legend: HTMLElement): { series: string[]; text: string; line: string } {
  const swatches = [...legend.querySelectorAll("i")];
  const style = getComputedStyle(legend);
  return {
    series: swatches.map((swatch) => getComputedStyle(swatch).backgroundColor),
    text: style.color,
    line: style.borderBottomColor,
  };
}

function newPlot(
  Plot: typeof uPlot,
  element: HTMLElement,
  data: DailySeries,
  { label, short, steps }: Measure,
  colours: ReturnType<typeof coloursIn>,
): uPlot {
  const heights = stacked(data);
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis = {
    stroke: colours.text,
    font,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  // The highest first: lower ones are drawn over it.
  const series = data.series.map((_, index) => index).reverse();
  const bars = Plot.paths.bars?.({ size: [0.7, 48], radius: 0 });
  return new Plot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      padding: [8, 8, 0, 0],
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: true, range: () => spanOf(data.days) },
        y: { range: (_, __, max) => [0, Math.max(1, max * 1.05)] },
      },
      // Days have no zone.
      tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      axes: [
        { ...axis, grid: { show: false } },
        { ...axis, size: 64, incrs: [...steps], values: (_, splits) => splits.map(short) },
      ],
      series: [
        {},
        ...series.map((index) => ({
          label: `${label} ${data.series[index]?.agent ?? ""}`,
          fill: colours.series[index] ?? "",
          stroke: colours.series[index] ?? "",
          width: 0,
          ...(bars && { paths: bars }),
          points: { show: false },
        })),
      ],
    },
    [data.days.map(timeOf), ...series.map((index) => heights[index] ?? [])],
    element,
  );
}

const dayS = 86_400;
const leastDays = 14;

/** A few days do not fill the whole width. */
function spanOf(days: readonly string[]): [number, number] {
  const [first, last] = [timeOf(days[0] ?? ""), timeOf(days.at(-1) ?? "")];
  return [Math.min(first, last - (leastDays - 1) * dayS) - dayS / 2, last + dayS / 2];
}

function timeOf(day: string): number {
  return Date.parse(day) / 1000;
}
