// Verifies the log of an event from its exported file: node docs/verify-log.mjs FILE [KEY.pem]
// Shares nothing with Meldekette and needs Node alone; docs/log-file.md describes the format. Ends with 0, 1: broken, or 2.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, trusted] = process.argv.slice(2);
process.on('uncaughtException', ({ message }) => process.exit(console.error(message) ?? 2));
if (!file) throw new Error('usage: node docs/verify-log.mjs FILE [KEY.pem]');
const [text, pem] = [file, trusted].map((name) => name && readFileSync(name, 'utf8'));
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const moment = (seconds) => (seconds ? new Date(Math.floor(seconds * 1000 + 0.0005)).toISOString() : '');
// a line ends where no quote is open; a cell within quotes may hold line breaks and semicolons
const lines = text.match(/(?:[^"\n]|"[^"]*")*\n|.+$/g) ?? [];
const cellsOf = (line) =>
  [...line.replace(/\r?\n$/, '').matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)]
    .map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    .map((cell) => (/^'+[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell));
const rows = lines.slice(1).map(cellsOf);
const end = rows.findIndex((cells) => cells[7] === 'seal');
const entries = end < 0 ? rows : rows.slice(0, end);
const places = new Map(entries.map((cells, at) => [cells[12], at]));
// entries about single people, whose content may be empty after the event
const withheldKinds =
  /^(answer|answer_withdrawn|arrival|arrival_withdrawn|limit_reached|limit_reopened|limit_not_reached)$/;
let withheld = 0;
const faults = lines.join('') === text ? [] : ['a quote is open that nothing closes'];
try {
  if (end < 0 || end < rows.length - 1) faults.push('the seal is not the last line: the end may have been cut off');
  const seal = JSON.parse(rows[end]?.[10] ?? '{}');
  for (const [at, cells] of rows.entries()) {
    const [number, , , , said, corrects, , kind, utc, happened, content, previous, hash, check] = cells;
    const is = (fault) => faults.push(`line ${at + 2} (entry ${number}): ${fault}`);
    const line = lines[at + 1];
    if (sha256(line.slice(0, line.lastIndexOf(';'))) !== check) is('was changed');
    if (kind === 'seal') continue;
    const isWithheld = content === '' && withheldKinds.test(kind);
    if (isWithheld) withheld += 1;
    if (!isWithheld && sha256(previous + content) !== hash) is('was changed, its content does not have its hash');
    const [event, when, , type, written, data, happenedAt, corrected] = isWithheld ? [] : JSON.parse(content);
    const isDated = moment(when) === utc && moment(happenedAt) === happened;
    const isOf = isDated && type === kind && `event ${event}` === seal.chain;
    const isWritten = written === null || (data === null ? said === written : said.startsWith(written));
    const isCorrected = (corrected ?? '') === (corrects && entries[corrects - 1]?.[12]);
    if (!isWithheld && !(isOf && isWritten && isCorrected)) is('says something else than its content');
    if (Number(number) !== at + 1) is('is not at the place that its number says');
    if (previous === (entries[at - 1]?.[12] ?? '')) continue;
    if (places.get(previous) > at) is('was moved, it continues a line that comes later');
    else is(places.has(previous) || !previous ? 'what is before it was slipped in' : 'what it continues is missing');
  }
  const key = createPublicKey(pem ?? { key: Buffer.from(seal.key, 'base64'), format: 'der', type: 'spki' });
  const stated = [seal.chain, seal.entries, seal.head, seal.at, seal.whole ? 'whole' : 'broken'];
  const sum = sha256(lines.slice(0, end + 1).join(''));
  const signed = ['meldekette log file 1', ...stated, sum, ''].join('\n');
  if (!verify(null, signed, key, Buffer.from(seal.signature, 'base64'))) faults.push('the seal does not fit');
  if (seal.entries !== entries.length) faults.push(`it has ${entries.length} entries instead of ${seal.entries}`);
  if (seal.file !== sum) faults.push('the checksum in the seal is not that of the file');
  if (seal.head !== (entries.at(-1)?.[12] ?? '')) faults.push('the last entry is not the one that was sealed');
  if (!seal.whole) faults.push('the log was broken already when the file was made');
} catch (error) {
  faults.push(`something cannot be read: ${error.message}`);
}
for (const fault of faults.slice(0, 50)) console.log(`- ${fault}`);
if (withheld)
  console.log(`The content of ${withheld} entries about single people is withheld; only their place was checked.`);
console.log(faults.length ? 'BROKEN' : 'whole', pem ? '' : '(the signature was NOT checked against a key you trust)');
process.exitCode = faults.length ? 1 : 0;
