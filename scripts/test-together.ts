import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import fc from 'fast-check';
import './cheap-passwords.ts';
import { readProcessTimes, secondsOfTree } from './process-times.ts';

const require = createRequire(import.meta.url);

/**
 * Runs test files one after another in this process, each as a suite with its own hooks. They share the loaded program, which
 * takes longer to load than most files take to run. A resource that a test leaves open (for example a server after a failure)
 * would block the process and the gate forever, so this function names it and ends the process as failed. It also ends it if a test
 * still waits `patience` milliseconds after an error outside of a test, which has failed the process.
 */
export function testTogether(files: string[], patience = 60_000): void {
  if (!process.env['TEST_FULL']) fc.configureGlobal({ seed: 1 }); // the gate makes the same decision for the same sources
  let ended = 0;
  // For errors after the end of their test, node:test only reports the message without the location.
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
    // Required instead of imported: the tests of a module belong to the suite that is open during its evaluation.
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

/** A line of the file in TEST_TIMES, in seconds: the time a suite took, and the processor time spent on it. */
export interface FileTimes {
  file: string;
  seconds: number;
  own: number;
  postgres: number;
  children: number;
}

/** Appends the times of the suite to the file in TEST_TIMES. */
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
