import assert from 'node:assert/strict';
import test from 'node:test';
import { parseAst } from 'vite';
import { slowText } from '#testing/linear/time.ts';
import { sourceFiles } from '../../scripts/source-files.ts';

interface Expression {
  file: string;
  source: string;
  flags: string;
}

/** Expressions for short texts, with the reason. */
const bounded: Readonly<Record<string, string>> = {
  'server/contacts/uploads/values/several.ts': 'parts of at most 200 characters',
  'server/alerting/costs/money.ts': 'numbers the program wrote itself',
  'shared/area.ts': 'numbers the program wrote itself, and lines of at most 150 characters',
};

/** Expressions assembled at run time; see linear-functions.test.ts. */
const assembled = [
  'server/alerting/answers/reply-words.ts',
  'server/channels/http/pattern.ts', // within a deadline
  'server/channels/imap/automatic.ts',
  'server/channels/imap/bounce.ts',
  'server/channels/imap/closings.ts',
  'server/outside/monitor/without-contacts.ts',
  'shared/email-address.ts',
  'shared/phone-number.ts',
  'shared/rich-text.ts',
];

const files = sourceFiles('server', 'shared').filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path));

function expressionsOf({ path, text }: { path: string; text: string }): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ file: path, source: regex.pattern, flags: regex.flags });
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(text, { lang: 'ts' }).body);
  return found;
}

const canRepeat = ({ source }: Expression) => /[*+]|\{\d+,/.test(source);

test('every regular expression of the server reads every text in linear time', async () => {
  const expressions = files.flatMap(expressionsOf).filter(canRepeat);
  assert.ok(expressions.length > 200);
  const slow: string[] = [];
  for (const { file, source, flags } of expressions) {
    if (file in bounded) continue;
    const found = await slowText(new RegExp(source, flags.includes('g') ? flags : `${flags}g`), source);
    if (found) slow.push(`${file} /${source}/${flags} ${found}`);
  }
  assert.deepEqual(slow, []);
});

test('the list of assembled expressions is complete', () => {
  const found = files.filter(({ text }) => /new RegExp\(/.test(text)).map(({ path }) => path);
  assert.deepEqual(found, assembled);
});
