import { type SyntaxNode, sourceText, upwards } from './code.ts';
import type { Fragment } from './fragments.ts';

const builderCall = /(?:selectFrom|updateTable|deleteFrom|insertInto|[jJ]oin)\(\s*'(\w+)(?: as (\w+))?'/g;

/** Returns statements that select a builder part, with surrounding tables, nearest first. */
export function asValue(template: SyntaxNode, fragments: Fragment[]): Fragment[][] {
  const sources = new Set(['', ...[...upwards(template)].map((scope) => tablesIn(sourceText(scope)))]);
  return [...sources].map((from) =>
    fragments.map(({ text, parts }) => ({ text: `select ${text} as value${from}`, parts })),
  );
}

function tablesIn(text: string): string {
  const tables = new Map<string, string>();
  for (const [, table, alias] of text.matchAll(builderCall)) {
    const name = alias ?? snake(table!);
    if (!tables.has(name)) tables.set(name, `${snake(table!)} as ${name}`);
  }
  return tables.size ? ` from ${[...tables.values()].join(', ')}` : '';
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
