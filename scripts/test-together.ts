import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import fc from 'fast-check';
import './cheap-passwords.ts';
import { readProcessTimes, secondsOfTree } from './process-times.ts';

const require = createRequire(import.meta.url);

/**
 * Runs test files in this process, as suites, because loading the program is slow. Names open resources and ends as
 * failed, because they would block; also ends `patience` milliseconds after an error outside of tests.
 */
export function testTogether(files: string[], patience = 60_000): void {
  if (!process.env['TEST_FULL']) fc.configureGlobal({ seed: 1 }); // the gate makes the same decision for the same sources
  let ended = 0;
  // node:test omits the location of late errors
  const report = (what: string, error: unknown) => {
    console.error(what, error);
    const before = ended;
    setTimeout(() => {
      if (ended === before) process.exit(1); // the error was to end the wait
    }, patience).unref();
  };
  process.on('uncaughtExceptionMonitor', (error) => report('Thrown outside of a test:', error));
  process.on('unhandledRejection', (reason) => report('Rejected, and nobody waited for it:', reason));
  for (const file of files) {
    // required, so that tests belong to the open suite
    describe(path.relative('', file), { timeout: 900_000 }, () => {
      noteTime(path.relative('', file));
      afterEach(() => {
        ended++;
      });
      require(file);
    });
  }
  describe('nothing is left open', () => {
    after(() => {
      setTimeout(() => {
        console.error('Left open by a test:', process.getActiveResourcesInfo().join(', '));
        process.exitCode ||= 1;
        process.exit();
      }, 20_000).unref();
    });
  });
}

/** Seconds of a suite, and its processor time. */
export interface FileTimes {
  file: string;
  seconds: number;
  own: number;
  postgres: number;
  children: number;
}

function noteTime(file: string): void {
  const times = process.env['TEST_TIMES'];
  if (!times) return;
  const use = () => {
    const { user, system } = process.cpuUsage();
    const processes = readProcessTimes();
    const postgres = secondsOfTree(Number(process.env['TEST_POSTGRES_PID']), processes);
    const { own = 0 } = processes.find(({ pid }) => pid === process.pid) ?? {};
    return {
      seconds: performance.now() / 1000,
      own: (user + system) / 1_000_000,
      postgres,
      children: secondsOfTree(process.pid, processes) - own,
    };
  };
  let start = use();
  before(() => {
    start = use();
  });
  after(() => {
    const end = use();
    const line: FileTimes = {
      file,
      seconds: end.seconds - start.seconds,
      own: end.own - start.own,
      postgres: end.postgres - start.postgres,
      children: end.children - start.children,
    };
    appendFileSync(times, `${JSON.stringify(line)}\n`);
  });
}
