// Recomputes the figures of the page "Alarm path" from its CSV file. Shares no code with Meldekette and needs no packages.
// node recompute-promise.mjs FILE MONTH [TIME_ZONE]    for example alarm-path-2026-11.csv 2026-11 Europe/Berlin
import { readFileSync } from 'node:fs';

const [file, month, timeZone = 'Europe/Berlin'] = process.argv.slice(2);
if (!file || !/^\d{4}-\d\d$/.test(month ?? '')) throw new Error('node recompute-promise.mjs FILE MONTH [TIME_ZONE]');
const fiveMinutes = 300_000;
const rows = readFileSync(file, 'utf8')
  .trim()
  .split(/\r?\n/)
  .map((line) => line.split(';'));
const of = (kind) => rows.filter(([first]) => first.replace('\uFEFF', '') === kind);
const timeOf = (row) => Date.parse(row?.[1] ?? '');

// The first five minutes whose local date is in the month, and in the next month. Days of 23 or 25 hours need no rule of their own.
const local = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
function begin(name) {
  for (let at = Date.parse(`${name}-01T00:00:00Z`) - 86_400_000; ; at += fiveMinutes)
    if (local.format(at).slice(0, 7) >= name) return at;
}
const [year, number] = month.split('-').map(Number);
const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
const asOf = timeOf(of('as-of')[0]);
const since = timeOf(of('since')[0]);

// Each five minutes that are over since the first test must have a test that succeeded.
const succeeded = new Set(
  of('test')
    .filter((row) => row[2] === 'ok')
    .map(timeOf),
);
let [tests, ok] = [0, 0];
const end = Math.min(begin(next), Math.floor(asOf / fiveMinutes) * fiveMinutes);
for (let at = Math.max(begin(month), since); at < end; at += fiveMinutes) {
  tests++;
  if (succeeded.has(at)) ok++;
}
let [handOvers, inTime] = [0, 0];
for (const row of of('alarm')) {
  handOvers += Number(row[4]);
  inTime += Number(row[5]);
}
const figures = { month, tests, succeeded: ok, alarms: of('alarm').length, handOvers, inTime };
console.log(JSON.stringify(figures));
