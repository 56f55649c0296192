import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import { secretKey } from '../../faults/process.ts';
import type { Machine, Machines } from './machines.ts';

/** A machine on which the program runs as one process. */
export interface AppNode {
  machine: Machine;
  url: string;
  /** Returns how often the service manager started it. */
  starts(): number;
}

/** Starts the program on two machines, one after the other, because the first creates the tables. */
export async function startNodes(machines: Machines, databaseUrl: string): Promise<AppNode[]> {
  const program = await programFile();
  const nodes: AppNode[] = [];
  for (const n of [1, 2]) {
    const machine = await machines.add(`app${n}`, 30 + n);
    const url = `http://${machine.address}:3000`;
    const data = path.join(machine.dir, 'data');
    mkdirSync(data);
    const env = nodeEnvironment(databaseUrl, url, data);
    const starts = machine.keep([process.execPath, program], { env });
    await until(() => isReady(url), 180_000);
    nodes.push({ machine, url, starts });
  }
  return nodes;
}

/** Returns the environment of a node with both roles. */
export const nodeEnvironment = (databaseUrl: string, url: string, data: string): Record<string, string> => ({
  ROLES: 'web,worker',
  DATABASE_URL: databaseUrl,
  DATA_DIR: data,
  HOST: '0.0.0.0',
  PORT: '3000',
  PUBLIC_URL: url,
  SECRET_KEY: secretKey,
  OWNER_PASSWORD: 'owner password of the trial',
  LOG_LEVEL: 'info',
});

/** Returns whether a node can do its work. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
