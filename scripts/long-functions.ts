import { type ESTree, parseSync, Visitor } from 'vite';
import type { SourceFile } from './source-files.ts';

/** A function with its length in lines. */
export interface LongFunction {
  path: string;
  name: string;
  lines: number;
}

/** Returns functions of more than `most` lines, longest first, without tests. */
export function longFunctions(files: readonly SourceFile[], most: number): LongFunction[] {
  return files
    .filter(({ path }) => !/\.(?:test|spec)\.tsx?$/.test(path) && /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => functionsIn(path, text).filter(({ lines }) => lines > most))
    .sort((a, b) => b.lines - a.lines);
}

type Fn = ESTree.Function | ESTree.ArrowFunctionExpression;

function functionsIn(path: string, text: string): LongFunction[] {
  const found: LongFunction[] = [];
  const names = new Map<unknown, string>();
  const note = (node: Fn) => {
    const name = names.get(node) ?? ('id' in node ? node.id?.name : undefined) ?? '(unnamed)';
    found.push({ path, name, lines: text.slice(node.start, node.end).split('\n').length });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier') names.set(init, id.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value, key.name);
    },
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  }).visit(parseSync(path, text).program);
  return found;
}
