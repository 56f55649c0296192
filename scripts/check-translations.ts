// Finds missing translations and keys, before a user finds them in an emergency. `--fix` sorts the files.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLanguage, languageCodes } from '#shared/languages.ts';
import { refusals } from '#shared/refusals.ts';
import { choiceFindings, textFindings } from './language-findings.ts';
import { finish, sourceFiles } from './source-files.ts';
import { findUses } from './translation-keys.ts';

interface Tree {
  [key: string]: string | Tree;
}

const findings: string[] = [];
const german = read(defaultLanguage);
for (const language of languageCodes) {
  if (language !== defaultLanguage) findings.push(...textFindings(language, german, read(language)));
}
findings.push(...choiceFindings(sourceFiles('server', 'testing', 'shared', 'web', 'demo')));

const namespaces = [...new Set([...german.keys()].map((key) => key.split(':')[0] ?? ''))];
const web = sourceFiles('web', 'shared').filter((file) => !file.path.endsWith('.test.ts'));
const uses = findUses(web, namespaces);
const everything = [...web, ...sourceFiles('server')].map(({ text }) => text).join('\n');
const withoutPlural = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');
const defined = new Set([...german.keys()].flatMap((key) => [key, withoutPlural(key), ...parents(key)]));

for (const [keys, file] of uses.keys) {
  if (!keys.split(' ').some((key) => defined.has(key))) findings.push(`${file} uses ${keys}, which is not defined`);
}
for (const { pattern, text, file } of uses.patterns) {
  if (![...german.keys()].some((key) => pattern.test(withoutPlural(key))))
    findings.push(`${file} uses ${text}: no such key`);
}
for (const key of Object.keys(refusals)) {
  if (!german.has(`apiMessage:${key}`)) findings.push(`apiMessage:${key} is missing, but shared/refusals.ts has it`);
}
const named = new Set([...uses.keys.keys()].flatMap((keys) => keys.split(' ')));
for (const key of german.keys()) if (!isUsed(key)) findings.push(`${key} is used nowhere`);
finish(findings, 'Repair: web/public/locales; "node scripts/check-translations.ts --fix" sorts the files there.');

function isUsed(key: string): boolean {
  const candidates = [key, withoutPlural(key), ...parents(key)];
  if (candidates.some((candidate) => named.has(candidate) || uses.mentioned.has(candidate))) return true;
  if (uses.patterns.some(({ pattern }) => pattern.test(withoutPlural(key)))) return true;
  const message = /^apiMessage:(.+)$/.exec(key)?.[1];
  return message !== undefined && (message in refusals || everything.includes(`'${message}'`));
}

function parents(key: string): string[] {
  const parts = key.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

function read(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(`web/public/locales/${language}/*.json`).sort()) {
    const tree = JSON.parse(readFileSync(file, 'utf8')) as Tree;
    if (JSON.stringify(tree) !== JSON.stringify(sorted(tree))) {
      if (process.argv.includes('--fix')) writeFileSync(file, `${JSON.stringify(sorted(tree), null, 2)}\n`);
      else findings.push(`${file} is not sorted`);
    }
    collect(tree, `${path.basename(file, '.json')}:`, texts);
  }
  return texts;
}

function sorted(tree: Tree): Tree {
  const entries = Object.entries(tree).map(
    ([key, value]) => [key, typeof value === 'string' ? value : sorted(value)] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function collect(tree: Tree, prefix: string, texts: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else collect(value, `${prefix}${key}.`, texts);
  }
}
