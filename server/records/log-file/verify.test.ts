import assert from 'node:assert/strict';
import { createPublicKey, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { appendLogs } from '#server/alerting/event-log/log.ts';
import type { LogLine } from '#server/alerting/event-log/log-line.ts';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { logSamples } from '#shared/testing/log-samples.ts';
import { createEvent } from '#testing/factories.ts';
import {
  changedLine,
  type FileLines,
  inventedLine,
  joinLines,
  linesIn,
  renumbered,
} from '#testing/log-files/crimes.ts';
import { exportOf, keptKey, verifyApart, verifyLog, writeTemporary } from '#testing/log-files/verifiers.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { csvPieces } from './csv.ts';
import { cells, place, sealLine } from './line.ts';
import { cellsOf } from './read.ts';
import { readSeal, sealOf } from './seal.ts';
import { verifyFile } from './verify-file.ts';

let server: TestServer;
let officer: TestClient;
let key: string;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
  key = await keptKey(server);
});
after(() => server.stop());

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('=1+1', "'=1", "''-x", '"', ';";\n"', 'a\r\nb', '\\u0000 \u2028 \u007f', '😀 ÄÖÜß', '@x', '\ty'),
);
const note = fc.record({
  text: words.map((one) => one.replaceAll('\0', '')).filter((one) => one.trim() !== ''),
  happened: fc.option(fc.integer({ min: 0, max: Date.now() })),
  corrects: fc.boolean(),
});
const samples = Object.entries(logSamples).flatMap(([kind, all]) => all.map((data) => ({ kind, data })));
const entry = fc.oneof(note, fc.constantFrom(...samples));
type Given = { text: string; happened: number | null; corrects: boolean } | { kind: string; data: object };

/** An event whose log holds these, and its export. */
async function exported(entries: readonly Given[]): Promise<string> {
  const { id: eventId } = await createEvent(server.app.db);
  let last: number | null = null;
  for (const one of entries) {
    const line =
      'kind' in one
        ? { ...one, eventId, by: null }
        : {
            kind: 'note' as const,
            eventId,
            by: officer.userId,
            text: one.text,
            happenedAt: one.happened === null ? null : new Date(one.happened),
            corrects: one.corrects ? last : null,
          };
    const [row] = await appendLogs(server.app.db, [line as LogLine]);
    last = row!.id;
  }
  return exportOf(server, eventId, officer.token);
}

const trusted = () => createPublicKey(publicKeyOf(server.app.secrets.seal));
const judge = (file: string) => verifyFile(Readable.from([file]), trusted());

async function bothFind(file: string, what: string): Promise<void> {
  const { findings } = await judge(file);
  assert.ok(findings.length, `${what} is not found:\n${file}`);
  const apart = await verifyApart(server, await writeTemporary('log.csv', file), key);
  assert.equal(apart.code, 1, `${what} is not found by the second: ${apart.said}\n${file}`);
}

test('both verifiers accept the file of any log, split in any way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 90 }),
      async (all, size) => {
        const file = await exported(all);
        const pieces = file.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
        assert.deepEqual((await verifyFile(Readable.from(pieces), trusted())).findings, []);
        const apart = await verifyApart(server, await writeTemporary('log.csv', file), key);
        assert.equal(apart.code, 0, apart.said);
      },
    ),
    { numRuns: runs(15) },
  );
});

type Crime = (lines: FileLines, at: number, other: number) => FileLines;
const without = (entries: readonly string[], at: number) => entries.filter((_line, place) => place !== at);
const swapped = (entries: readonly string[], a: number, b: number) =>
  entries.map((_line, at) => entries[at === a ? b : at === b ? a : at]!);

/** Something of the same kind that is not the same. */
function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return `${String(value).startsWith('A') ? 'B' : 'A'}${String(value).slice(1)}`;
}

const crimes: Record<string, Crime> = {
  'a cell that was changed': (lines, at, other) => {
    const cell = other % cells;
    const former = cellsOf(lines.entries[at]!)[cell]!;
    const values = { [cell]: `${former}7` };
    return { ...lines, entries: lines.entries.with(at, changedLine(lines.entries[at]!, values, false)) };
  },
  'a cell that was changed with its checksum': (lines, at, other) => {
    const cell = other % place.check;
    const former = cellsOf(lines.entries[at]!)[cell]!;
    const values = { [cell]: `${former}7` };
    return { ...lines, entries: lines.entries.with(at, changedLine(lines.entries[at]!, values, true)) };
  },
  'a line that was removed': (lines, at) => ({ ...lines, entries: without(lines.entries, at) }),
  'a line that was removed, with new numbers': (lines, at) => ({
    ...lines,
    entries: renumbered(without(lines.entries, at)),
  }),
  'a line that was doubled': (lines, at) => ({ ...lines, entries: lines.entries.toSpliced(at, 0, lines.entries[at]!) }),
  'a line that was invented': (lines, at) => ({
    ...lines,
    entries: renumbered(lines.entries.toSpliced(at + 1, 0, inventedLine(lines.entries[at]!))),
  }),
  'words in front of a line, behind which a quote stands open': (lines, at) => ({
    ...lines,
    entries: lines.entries.with(at, `1;gestern;;Jemand;Zurückgenommen"\r${lines.entries[at]!}`),
  }),
  'lines that changed places': (lines, at, other) => {
    const to = (at + 1 + (other % (lines.entries.length - 1))) % lines.entries.length;
    return { ...lines, entries: swapped(lines.entries, at, to) };
  },
  'lines that changed places and numbers': (lines, at, other) => {
    const to = (at + 1 + (other % (lines.entries.length - 1))) % lines.entries.length;
    return { ...lines, entries: renumbered(swapped(lines.entries, at, to)) };
  },
  'an end that was cut off, the seal kept': (lines, at) => ({ ...lines, entries: lines.entries.slice(0, at) }),
  'an end that was cut off with the seal': (lines, at) => ({
    ...lines,
    entries: lines.entries.slice(0, at + 1),
    seal: '',
  }),
  'a seal that was changed': (lines, _at, other) => {
    const seal = JSON.parse(cellsOf(lines.seal)[place.content]!);
    const names = ['chain', 'entries', 'head', 'at', 'whole', 'file', 'signature'];
    const name = names[other % names.length]!;
    const content = JSON.stringify({ ...seal, [name]: another(seal[name]) });
    return { ...lines, seal: changedLine(lines.seal, { [place.content]: content }, true) };
  },
  'a heading that was changed': (lines) => ({ ...lines, heading: lines.heading.replace('Text', 'Unsinn') }),
};

for (const [name, commit] of Object.entries(crimes)) {
  test(`both verifiers detect ${name} in the file`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 3, maxLength: 8 }),
        fc.nat(1000),
        fc.nat(1000),
        async (all, at, other) => {
          const lines = linesIn(await exported(all));
          await bothFind(joinLines(commit(lines, at % lines.entries.length, other)), name);
        },
      ),
      { numRuns: runs(name === 'a seal that was changed' ? 25 : 6) }, // of a seal each part
    );
  });
}

test('names the manipulation', async () => {
  const notes = Array.from({ length: 6 }, (_, n) => ({ text: `Eintrag ${n + 1}`, happened: null, corrects: false }));
  const lines = linesIn(await exported(notes));
  const { entries } = lines;
  const findings = async (changed: string[]) =>
    (await judge(joinLines({ ...lines, entries: changed }))).findings.join('\n');
  assert.match(await findings(without(entries, 2)), /^entry 3 before entry 4 \(line 4\) is missing$/m);
  const invented = entries.toSpliced(3, 0, changedLine(inventedLine(entries[2]!), { [place.number]: '3a' }, true));
  assert.match(await findings(invented), /^entry 3a \(line 5\) was slipped in$/m);
  assert.match(
    await findings(swapped(entries, 1, 2)),
    /^entry 3 \(line 3\) was moved: it continues entry 2 \(line 4\)/m,
  );
  assert.match(await findings(entries.slice(0, 4)), /^2 of 6 entries are missing$/m);
  const other = changedLine(entries[4]!, { [place.text]: 'harmlos' }, true);
  assert.match(await findings(entries.with(4, other)), /^entry 5 \(line 6\) was changed/m);
  const sentence = changedLine(entries[4]!, { [place.author]: 'Jemand anders' }, false);
  assert.match(
    await findings(entries.with(4, sentence)),
    /^entry 5 \(line 6\) was changed, in a part that the chain does not protect/m,
  );
});

test('only the key detects a file rewritten completely; without it both verifiers warn', async () => {
  const { id: eventId } = await createEvent(server.app.db);
  await appendLogs(server.app.db, [{ eventId, by: null, kind: 'note', text: 'Erfunden' }]);
  const reader = { language: 'de', timeZone: 'Europe/Berlin' };
  const source = { db: server.app.db, seed: randomBytes(32), eventId, whole: true, viewer: null, reader };
  const file = await writeTemporary('log.csv', await text(Readable.from(csvPieces(source))));
  for (const verify of [verifyLog, verifyApart]) {
    const unknown = await verify(server, file);
    assert.equal(unknown.code, 0, unknown.said);
    assert.match(unknown.said, /NOT CHECKED AGAINST A KEY YOU TRUST/i);
    const arguments_ = verify === verifyLog ? [file, '--key', key] : [file, key];
    const known = await verify(server, ...arguments_);
    assert.equal(known.code, 1, known.said);
  }
});

test('the seal of a log broken in the database reports the break', async () => {
  const lines = linesIn(await exported([{ text: 'Lage', happened: null, corrects: false }]));
  const seal = readSeal(cellsOf(lines.seal)[place.content]!)!;
  const reader = { language: 'de', timeZone: 'Europe/Berlin' };
  const broken = sealLine(sealOf(server.app.secrets.seal, { ...seal, whole: false }), reader, String);
  await bothFind(joinLines({ ...lines, seal: broken }), 'what the installation itself found');
});

test('the program ends with 0, 1 or 2 and names the required key', async () => {
  const file = await exported([{ text: 'Lage', happened: null, corrects: false }]);
  const whole = await writeTemporary('log.csv', file);
  const { code, said } = await verifyLog(server, whole, '--key', key);
  assert.deepEqual([code, /^Log of event \d+, 1 entries: whole$/m.test(said)], [0, true], said);
  assert.doesNotMatch(said, /NOT CHECKED/);
  const changed = await writeTemporary('log.csv', file.replaceAll('Lage', 'Klage'));
  assert.equal((await verifyLog(server, changed, '--key', key)).code, 1);
  for (const args of [[], ['/nirgends.csv'], [whole, '--key', whole], [whole, '--nichts'], ['999999'], [whole, whole]])
    assert.equal((await verifyLog(server, ...args)).code, 2, args.join(' '));
  assert.equal((await verifyLog(server, await writeTemporary('x.csv', 'Nr.;"offen'))).code, 1);
});
