import type { Reporter, TestModule } from "vitest/node";
import type { Cpu } from "./cpu-of-tests.ts";

const SHOWN = 60;

interface Cost {
  readonly name: string;
  readonly cpu: Cpu;
}

/** `npm test -- --cpu`: what each kind, the dearest files and the dearest cases took of a core. */
export default class CpuReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      kind: module.project.name,
      name: module.relativeModuleId,
      cpu: module.meta().cpu ?? NOTHING,
    }));
    const cases = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.fullName}`,
        cpu: test.meta().cpu ?? NOTHING,
      })),
    );
    const kinds = Map.groupBy(files, ({ kind }) => kind);
    print(
      "Kinds",
      [...kinds].map(([kind, of]) => ({ name: `${kind}, ${of.length} files`, cpu: sumOf(of) })),
    );
    print("Files", files);
    print("Cases", cases);
    const { user, system } = process.cpuUsage();
    console.log(
      `\n${((user + system) / 1_000_000).toFixed(0)} s of a core went into translating and handing out the files`,
    );
  }
}

function print(title: string, costs: readonly Cost[]): void {
  console.log(`\n${title}: seconds of a core, those of started processes, of all ${secondsOf(totalOf(sumOf(costs)))}`);
  const dearest = costs.toSorted((a, b) => totalOf(b.cpu) - totalOf(a.cpu)).slice(0, SHOWN);
  for (const { name, cpu } of dearest) console.log(`${secondsOf(totalOf(cpu))}${secondsOf(cpu.children)}  ${name}`);
}

const NOTHING: Cpu = { own: 0, children: 0 };
const totalOf = ({ own, children }: Cpu) => own + children;
const secondsOf = (milliseconds: number) => (milliseconds / 1000).toFixed(2).padStart(9);
const sumOf = (costs: readonly Cost[]) =>
  costs.reduce((sum, { cpu }) => ({ own: sum.own + cpu.own, children: sum.children + cpu.children }), NOTHING);
