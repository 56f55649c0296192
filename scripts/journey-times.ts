// Prints journeys' processor seconds: npm test -- --times. Linux only.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { processesBelow, readProc, readProcessTimes, secondsOfTree } from './process-times.ts';
import { slowestTable } from './test-times.ts';

interface Use {
  /** Of browser, driver, and server with PostgreSQL. */
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
      // a failed driver also ended its browser
      browser: Math.max(0, after.browser - before.browser),
      driver: Math.max(0, after.driver - before.driver),
      server: Math.max(0, after.server - before.server),
    });
  }

  onEnd(): void {
    const rows = this.#rows.map(({ name, seconds, browser, driver, server }) => {
      const processor = browser + driver + server;
      return { name, processor, browser, driver, server, seconds, waiting: Math.max(0, seconds - processor) };
    });
    console.log(slowestTable('journeys', rows));
  }

  /** Returns a worker's processor times. */
  #used({ workerIndex, parallelIndex }: TestResult): Use {
    const processes = readProcessTimes();
    const children = processes.filter(({ parent }) => parent === process.pid);
    for (const { pid } of children.toSorted((a, b) => a.pid - b.pid)) {
      if (!this.#drivers.includes(pid) && readProc(`${pid}/cmdline`).includes('/playwright/')) this.#drivers.push(pid);
    }
    const driver = children.find(({ pid }) => pid === this.#drivers[workerIndex]);
    const port = process.env['E2E_PORTS']?.split(',')[parallelIndex];
    const server = children.find(({ pid }) => readProc(`${pid}/environ`).split('\0').includes(`PORT=${port}`));
    return {
      browser: driver ? processesBelow(driver.pid, processes).reduce((sum, { own, ended }) => sum + own + ended, 0) : 0,
      driver: driver?.own ?? 0,
      server: server ? secondsOfTree(server.pid, processes) : 0,
    };
  }
}
