import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ESTree } from 'vite';
import { folders, root, type SourceCode, sourceOf, sourceText } from './code.ts';
import type { ResultColumn } from './describe.ts';

/** A declared row type with its results. */
export interface Typed {
  template: ESTree.TaggedTemplateExpression;
  results: ResultColumn[][];
  /** The type is of one value. */
  isValue: boolean;
}

const config = ['package.json', 'tsconfig.base.json', 'tsconfig.server.json'];

/**
 * Returns the compiler's errors in a copy in which sql<Row> is sql<RowOfStatement<Row, { …columns }>> on the same line.
 */
export async function compareRowTypes(typed: Typed[]): Promise<string[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-row-types-'));
  try {
    const byFile = Map.groupBy(typed, ({ template }) => sourceOf(template));
    const changed = [...byFile].map(([source, ofFile]) => ({ path: source.path, text: checkedText(source, ofFile) }));
    const own = { path: 'of-statement.d.ts', text: declarations };
    const tsconfig = {
      extends: './tsconfig.server.json',
      include: [],
      files: [own, ...changed].map((one) => one.path),
    };
    const written = [
      ...(await codeAround()),
      own,
      ...changed,
      { path: 'tsconfig.json', text: JSON.stringify(tsconfig) },
    ];
    for (const { path: name, text } of written) {
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
      await writeFile(path.join(dir, name), text);
    }
    await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'), 'junction');
    return await compile(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Returns the imported files, which are not checked again. */
async function codeAround(): Promise<{ path: string; text: string }[]> {
  const paths = globSync(`{${folders}}/**/*.{ts,json}`, { cwd: root });
  const around = [...config, ...paths.filter((one) => !one.endsWith('.test.ts'))];
  return Promise.all(
    around.map(async (one) => {
      const text = await readFile(path.join(root, one), 'utf8');
      return { path: one, text: one.endsWith('.ts') ? `// @ts-nocheck\n${text}` : text };
    }),
  );
}

/** Compiles only without missing or extra columns, with matching types and nulls. */
const declarations = `
type ColumnAs<V, D> = unknown extends V ? V
  : [NonNullable<V>] extends [NonNullable<D>] ? (null extends D ? (null extends V ? V : 'the column may be null') : V) : D;
type Optional<T, K> = K extends keyof T ? ({} extends Pick<T, K> ? true : false) : false;
type Fitting<T, C> = string extends keyof T ? unknown : {
  [K in keyof C as Optional<T, K> extends true ? never : K]: K extends keyof T ? ColumnAs<T[K], C[K]> : C[K];
} & {
  [K in keyof C]?: K extends keyof T ? ColumnAs<T[K], C[K]> : C[K];
} & {
  [K in Exclude<keyof T, keyof C>]?: Optional<T, K> extends true ? T[K] : 'the statement has no such column';
};
type RowOfStatement<T extends Fitting<T, C>, C> = T;
`;

function checkedText({ text }: SourceCode, typed: Typed[]): string {
  let result = text;
  for (const { template, results, isValue } of typed.toSorted((a, b) => b.template.start - a.template.start)) {
    const row = template.typeArguments!.params[0]!;
    let checked = isValue ? `{ value: ${sourceText(row)} }` : sourceText(row);
    for (const columns of new Set(results.map(rowOf))) checked = `RowOfStatement<${checked}, ${columns}>`;
    if (isValue) checked += "['value']";
    result = result.slice(0, row.start) + checked + result.slice(row.end);
  }
  return result;
}

const typeOf = ({ type, mayBeNull }: ResultColumn) => (mayBeNull ? `${type} | null` : type);
const rowOf = (columns: ResultColumn[]) =>
  `{ ${columns.map((column) => `${JSON.stringify(column.name)}: ${typeOf(column)}`).join('; ')} }`;

function compile(dir: string): Promise<string[]> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.json', '--pretty', 'false'], { cwd: dir });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      const findings = output.split(/\n(?=\S)/).filter((text) => text.trim());
      resolve(code === 0 || findings.length ? findings : [`tsc ended with ${code}`]);
    });
  });
}
