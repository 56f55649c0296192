import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Fault, FaultResult } from './fault.ts';
import { invariants } from './invariants.ts';

/** Formats one line about a trial. */
export function lineOf({ fault, seed, count, seconds, figures, findings }: FaultResult): string {
  const said = findings.length ? `FAILED\n    ${findings.join('\n    ')}\n   ` : 'holds';
  return `${fault.padEnd(4)} seed ${seed}: ${said} (${count} recipients, ${figuresOf(figures)}, ${seconds} s)`;
}

const figuresOf = (figures: Record<string, number>): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const resultsFile = path.resolve(import.meta.dirname, 'results.gen.json');
const document = path.resolve(import.meta.dirname, '../docs/delivery.md');
const [begin, end] = ['<!-- made by npm run faults -- --write -->', '<!-- end of what npm run faults made -->'];

/** Stores the results, replacing older ones of the same faults and seeds, and updates the document's tables. */
export async function writeFaultResults(faults: readonly Fault[], results: readonly FaultResult[]): Promise<void> {
  const machine = `${os.cpus().length} cores, ${os.cpus()[0]?.model ?? ''}, Node ${process.version}`;
  const old = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '{"results":[]}')) as {
    results: FaultResult[];
  };
  const nameOf = ({ fault, seed }: FaultResult) => `${fault} ${seed}`;
  const played = new Set(results.map(nameOf));
  const all = [...old.results.filter((result) => !played.has(nameOf(result))), ...results];
  const sorted = faults.flatMap(({ id }) => all.filter(({ fault }) => fault === id).sort((a, b) => a.seed - b.seed));
  await writeFile(resultsFile, `${JSON.stringify({ machine, results: sorted }, null, 2)}\n`);
  const text = await readFile(document, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end) + end.length)];
  await writeFile(document, `${before}${begin}\n\n${tables(faults, sorted, machine)}\n${end}${after}`);
}

const tables = (faults: readonly Fault[], results: readonly FaultResult[], machine: string): string =>
  [
    '| Invariant | |',
    '|---|---|',
    ...Object.entries(invariants).map(([id, text]) => `| ${id} | ${text} |`),
    '',
    '| Fault | Procedure | Expected in addition |',
    '|---|---|---|',
    ...faults.map(({ id, procedure, expected }) => `| ${id} | ${procedure} | ${expected ?? ''} |`),
    '',
    `Last results (${machine}; "short" with the shortest waits, "busy" while other programs ran, so that time limits were not`,
    'judged):',
    '',
    '| Fault | Seed | Recipients | | Invariants | Figures | Result |',
    '|---|---|---|---|---|---|---|',
    ...results.map(rowOf),
    '',
  ].join('\n');

function rowOf({ fault, seed, count, short, quiet, checked, figures, findings }: FaultResult): string {
  const how = [short ? 'short' : 'full', ...(quiet ? [] : ['busy'])].join(', ');
  const numbers = checked.map((id) => id.slice(1)).join(' ');
  const result = findings.length ? `**${findings.join('; ').replace(/\s+/g, ' ')}**` : 'holds';
  return `| ${fault} | ${seed} | ${count} | ${how} | ${numbers} | ${figuresOf(figures)} | ${result} |`;
}
