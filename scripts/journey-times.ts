// A Playwright reporter that prints the processor seconds of each journey: npm test -- --times. Works only on Linux, where /proc
// lists the processor time of each process.
import { readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { slowestTable } from './test-times.ts';

const ticksPerSecond = 100; // sysconf(_SC_CLK_TCK) of every Linux that Node runs on

interface Use {
  /** Seconds of processor time of the browser, of its driver process, and of the server with its PostgreSQL. */
  browser: number;
  driver: number;
  server: number;
}

interface Row extends Use {
  name: string;
  seconds: number;
}

export default class JourneyTimes implements Reporter {
  readonly #begun = new Map<string, Use>();
  readonly #drivers: number[] = []; // process ids, in the order in which Playwright started its workers
  readonly #rows: Row[] = [];

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#begun.set(test.id, this.#used(result));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { duration, status } = result;
    if (status === 'skipped') return;
    const [before, after] = [this.#begun.get(test.id)!, this.#used(result)];
    this.#rows.push({
      name: `${test.location.file.replace(/^.*\//, '')}:${test.location.line} ${test.title}`,
      seconds: duration / 1000,
      // a driver that ended after a failure also ended its browser
      browser: Math.max(0, after.browser - before.browser),
      driver: Math.max(0, after.driver - before.driver),
      server: Math.max(0, after.server - before.server),
    });
  }

  onEnd(): void {
    const rows = this.#rows.map(({ name, seconds, browser, driver, server }) => ({
      name,
      seconds,
      browser,
      driver,
      server,
      waiting: Math.max(0, seconds - browser - driver - server),
    }));
    console.log(slowestTable('journeys', rows));
  }

  /** Returns the processor time of a worker's browser, driver and server since their start. */
  #used({ workerIndex, parallelIndex }: TestResult): Use {
    const processes = allProcesses();
    const children = processes.filter(({ parent }) => parent === process.pid);
    for (const { pid } of children.toSorted((a, b) => a.pid - b.pid)) {
      if (!this.#drivers.includes(pid) && contentOf(`/proc/${pid}/cmdline`).includes('/playwright/'))
        this.#drivers.push(pid);
    }
    const driver = children.find(({ pid }) => pid === this.#drivers[workerIndex]);
    const port = process.env['E2E_PORTS']?.split(',')[parallelIndex];
    const server = children.find(({ pid }) => contentOf(`/proc/${pid}/environ`).split('\0').includes(`PORT=${port}`));
    const sum = (found: Process[]) => found.reduce((total, { seconds }) => total + seconds, 0);
    return {
      browser: driver ? sum(below(driver.pid, processes)) : 0,
      driver: driver?.own ?? 0,
      server: server ? server.seconds + sum(below(server.pid, processes)) : 0,
    };
  }
}

interface Process {
  pid: number;
  parent: number;
  /** Processor seconds, including ended children; `own` excludes them. */
  seconds: number;
  own: number;
}

function below(pid: number, processes: Process[]): Process[] {
  return processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid, processes)]);
}

function allProcesses(): Process[] {
  return pids().flatMap((pid) => {
    const stat = contentOf(`/proc/${pid}/stat`);
    // The name in parentheses may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 15) return [];
    const [user = 0, system = 0, ...ended] = fields.slice(11, 15).map((field) => Number(field) / ticksPerSecond);
    const own = user + system;
    return [{ pid, parent: Number(fields[1]), seconds: ended.reduce((total, one) => total + one, own), own }];
  });
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return []; // no Linux
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
