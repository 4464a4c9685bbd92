/** Counts by label values, in the text format of Prometheus. Callers bound the values. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Readonly<Record<string, string>>): void {
    const key = labelText(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  text(): string {
    const lines = [...this.#counts].map(([labels, count]) => `${this.#name}${labels} ${count}\n`);
    return head(this.#name, "counter", this.#help) + lines.join("");
  }
}

export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds`: ascending. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  text(): string {
    let total = 0;
    const buckets = this.#bounds.map((bound, index) => {
      total += this.#counts[index] ?? 0;
      return `${this.#name}_bucket{le="${bound}"} ${total}\n`;
    });
    return [
      head(this.#name, "histogram", this.#help),
      ...buckets,
      `${this.#name}_bucket{le="+Inf"} ${this.#count}\n`,
      `${this.#name}_sum ${this.#sum}\n`,
      `${this.#name}_count ${this.#count}\n`,
    ].join("");
  }
}

export function counterText(name: string, help: string, value: number): string {
  return `${head(name, "counter", help)}${name} ${value}\n`;
}

export function gaugeText(name: string, help: string, value: number): string {
  return `${head(name, "gauge", help)}${name} ${value}\n`;
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, "_")}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}
