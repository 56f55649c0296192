// Verifies the evidence of an alarm plan from its file: node docs/verify-evidence.mjs FILE [KEY.pem]
// Shares nothing with Meldekette and needs Node alone; docs/evidence.md describes the format. Ends with 0, 1: broken, or 2.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, trusted] = process.argv.slice(2);
process.on('uncaughtException', ({ message }) => process.exit(console.error(message) ?? 2));
if (!file) throw new Error('usage: node docs/verify-evidence.mjs FILE [KEY.pem]');
const [text, pem] = [file, trusted].map((name) => name && readFileSync(name, 'utf8'));
// a line ends where no quote is open; a cell within quotes may hold line breaks and semicolons
const lines = text.match(/(?:[^"\n]|"[^"]*")*\n|.+$/g) ?? [];
const cellsOf = (line) =>
  [...line.replace(/\r?\n$/, '').matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell]) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
const rows = lines.slice(1).map(cellsOf);
const names = ['people', 'asked', 'reserve', 'waiting', 'unreachable', 'notAsked', 'positive', 'negative', 'neutral'];
names.push('none', 'handedOver', 'delivered', 'read', 'answered', 'reached');
const figuresOf = (cells) => Object.fromEntries(names.map((name, at) => [name, Number(cells[5 + at])]));
const faults = lines.join('') === text ? [] : ['a quote is open that nothing closes'];
const is = (holds, fault) => holds || faults.push(fault);
try {
  const end = rows.findIndex(([part]) => part === 'seal');
  is(end >= 0 && end === rows.length - 1, 'the seal is not the last line: the end may have been cut off');
  const seal = JSON.parse(rows[end]?.[1] ?? '{}');
  const sum = createHash('sha256')
    .update(lines.slice(0, end + 1).join(''))
    .digest('hex');
  is(seal.file === sum, 'a line before the seal was changed: the checksum differs');
  is(seal.lines === end, `it has ${end} lines instead of ${seal.lines}`);
  is(rows[0]?.[0] === 'plan' && rows[0][3] === seal.at, 'the time of the plan is not the time of the seal');
  const key = createPublicKey(pem ?? { key: Buffer.from(seal.key, 'base64'), format: 'der', type: 'spki' });
  const signed = ['meldekette evidence 1', seal.plan, seal.at, seal.lines, seal.file, ''].join('\n');
  is(verify(null, signed, key, Buffer.from(seal.signature, 'base64')), 'the signature does not fit the key');
  const total = Object.fromEntries(names.map((name) => [name, 0]));
  const tests = rows.filter(([part]) => part === 'test');
  for (const cells of tests) {
    const f = figuresOf(cells);
    for (const name of names) total[name] += f[name];
    const asked = f.positive + f.negative + f.neutral + f.none;
    is(f.people === f.asked + f.reserve + f.waiting + f.unreachable + f.notAsked, `${cells[2]}: people do not add up`);
    is(f.asked === asked && f.answered === asked - f.none, `${cells[2]}: answers do not add up`);
    is(f.read <= f.delivered && f.delivered <= f.handedOver, `${cells[2]}: more delivered than handed over`);
  }
  const stated = rows.find(([part]) => part === 'total') ?? [];
  is(stated[2] === `tests=${tests.length}`, `it has ${tests.length} tests instead of ${stated[2]}`);
  const wrong = names.filter((name) => figuresOf(stated)[name] !== total[name]);
  is(!wrong.length, `the total differs from the sum of the tests: ${wrong.join(', ')}`);
} catch (error) {
  faults.push(`something cannot be read: ${error.message}`);
}
for (const fault of faults.slice(0, 50)) console.log(`- ${fault}`);
console.log(faults.length ? 'BROKEN' : 'whole', pem ? '' : '(the signature was NOT checked against a key you trust)');
process.exitCode = faults.length ? 1 : 0;
