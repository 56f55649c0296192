import type { SourceFile } from './source-files.ts';

export interface Uses {
  keys: Map<string, string>;
  patterns: { pattern: RegExp; text: string; file: string }[];
  /** Used, but need not exist. */
  mentioned: Set<string>;
}

const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
const template = /`((?:[^`\\$]|\\.|\$\{[^{}`]*\})*)`/g;
const key = /^[\w-]+(?:\.[\w-]+)*$/;

/**
 * Reads used texts: t('key') in the file's namespaces, 'namespace:key', i18nKey="…", and comments like
 * "translations: namespace:prefix.*" for keys that only data name.
 */
export function findUses(files: SourceFile[], namespaces: string[]): Uses {
  const uses: Uses = { keys: new Map(), patterns: [], mentioned: new Set() };
  const full = new RegExp(`^(?:${namespaces.join('|')}):[\\w-]+(?:\\.[\\w-]+)*$`);
  for (const { path, text } of files) {
    const own = namespacesOf(text);
    const add = (found: string) => {
      if (full.test(found)) uses.keys.set(found, path);
      else if (key.test(found)) uses.keys.set(own.map((namespace) => `${namespace}:${found}`).join(' '), path);
    };
    for (const call of firstArguments(text)) {
      for (const literal of literals(call.replace(/[!=]==?\s*(['"]).*?\1/g, ''))) add(literal);
      for (const [, pattern = ''] of call.matchAll(template))
        addPattern(uses, pattern.replaceAll(/\$\{[^{}]*\}/g, '*'), own, path);
    }
    for (const [, literal = ''] of text.matchAll(/\bi18nKey="([^"]+)"/g)) add(literal);
    for (const literal of literals(text)) {
      if (full.test(literal)) uses.keys.set(literal, path);
      else for (const namespace of own) uses.mentioned.add(`${namespace}:${literal}`);
    }
    for (const [, declared = ''] of text.matchAll(/translations: ((?:[\w:.*-]+ ?)+)/g)) {
      for (const prefix of declared.trim().split(' ')) addPattern(uses, prefix, own, path);
    }
  }
  return uses;
}

function namespacesOf(text: string): string[] {
  const found = new Set<string>();
  for (const [, argument = ''] of text.matchAll(/useTranslation\(([^)]*)\)/g)) {
    const named = literals(argument);
    for (const namespace of named.length ? named : ['common']) found.add(namespace);
  }
  for (const [, namespace = ''] of text.matchAll(/\bns: '([\w-]+)'/g)) found.add(namespace);
  return found.size ? [...found] : ['common'];
}

// first arguments of t(…) under any name, and i18nKey
function firstArguments(text: string): string[] {
  const names = ['t', ...[...text.matchAll(/\bt: (\w+)\b[^}]*\} = useTranslation/g)].map((match) => match[1])];
  const calls = [...text.matchAll(new RegExp(`\\b(?:${names.join('|')})\\(|\\bi18nKey=\\{`, 'g'))];
  return calls.map((call) => firstArgument(text.slice(call.index + call[0].length)));
}

function firstArgument(text: string): string {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth < 0) return text.slice(0, index);
    if (character === ',' && depth === 0) return text.slice(0, index);
  }
  return text;
}

// a star matches inserted values
function addPattern(uses: Uses, source: string, own: string[], file: string): void {
  if (!/\w/.test(source)) return;
  const part = source.replaceAll('.', '\\.').replaceAll('*', '.+');
  const pattern = new RegExp(source.includes(':') ? `^${part}$` : `^(?:${own.join('|')}):${part}$`);
  uses.patterns.push({ pattern, text: source, file });
}

function literals(text: string): string[] {
  return [...text.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? '');
}
