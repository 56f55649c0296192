import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as scenarios from '../../faults/scenarios.ts';
import { startEmbedded } from '../database/embedded.ts';
import { startTestApp } from '../testing/app.ts';

// Real processes, a real mail server, real kills; faults/run.ts plays the same with many seeds and for long.
const play = async (
  count: number,
  seed: number,
  act: (trial: scenarios.Trial) => Promise<unknown>,
  server?: string,
) => {
  const app = await startTestApp(server);
  await act({ app, count, seed }).finally(() => app.stop());
};

describe('whatever dies, nobody is lost and nobody is doubled unmarked', { concurrency: 3 }, () => {
  for (const seed of [1, 2]) {
    test(`a process killed twice among 5,000 mails, seed ${seed}`, () =>
      play(5000, seed, (trial) => scenarios.killed(trial, 2)));
  }
  test('two processes share the work', () => play(1500, 3, scenarios.shared));
  test('connections cut in the middle of 5 % of the mails', () => play(1000, 4, scenarios.cut));
  test('1 % of the mails taken without a word', () => play(1500, 5, scenarios.untold));
  test('a process asked to end under load', () => play(2000, 6, (trial) => scenarios.asked(trial, 2)));
  test('PostgreSQL killed twice', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
    const postgres = await startEmbedded({ dir });
    const kill = async () => {
      process.kill(postgres.pid, 'SIGKILL');
    };
    try {
      await play(2000, 7, (trial) => scenarios.databaseKilled(trial, kill, 2), postgres.url);
    } finally {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
