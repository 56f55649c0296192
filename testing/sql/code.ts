import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { type SourceFile, sourceFiles } from '../../scripts/source-files.ts';

/** A node of a syntax tree. */
export type SyntaxNode = ESTree.Node;
/** A function of any spelling. */
export type Fn = ESTree.Function | ESTree.ArrowFunctionExpression;

/** A file with its syntax tree. */
export interface SourceCode {
  path: string;
  text: string;
  program: ESTree.Program;
  /** All nodes of the tree, outermost first. */
  nodes: SyntaxNode[];
}

const parents = new WeakMap<SyntaxNode, SyntaxNode>();
const files = new WeakMap<SyntaxNode, SourceCode>();

const isOfTests = (path: string) => path.endsWith('.test.ts') || path.startsWith('testing/');

/** The root of the project. */
export const root = path.resolve(import.meta.dirname, '../..');

const { include } = JSON.parse(readFileSync(path.join(root, 'tsconfig.server.json'), 'utf8')) as { include: string[] };
/** The folders with code for the server's side. */
export const folders = include.filter((name) => !name.includes('*'));

/** Parses server code without tests. */
export const readCode = (): SourceCode[] =>
  parseCode(sourceFiles(...folders).filter(({ path }) => path.endsWith('.ts') && !isOfTests(path)));

/** Parses these files. */
export function parseCode(found: readonly SourceFile[]): SourceCode[] {
  return found.map(({ path, text }) => {
    const { program } = parseSync(path, text);
    const source = { path, text, program, nodes: nodesOf(program) };
    files.set(program, source);
    return source;
  });
}

function nodesOf(program: SyntaxNode): SyntaxNode[] {
  const found = [program];
  const note = (value: unknown, parent: SyntaxNode) => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    parents.set(value as SyntaxNode, parent);
    found.push(value as SyntaxNode);
  };
  for (const node of found)
    for (const value of Object.values(node) as unknown[])
      if (Array.isArray(value)) for (const one of value) note(one, node);
      else note(value, node);
  return found;
}

/** Returns the parent of a node; undefined for a file. */
export const parentOf = (node: SyntaxNode): SyntaxNode | undefined => parents.get(node);

/** Yields the node and its ancestors, up to the file. */
export function* upwards(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at: SyntaxNode | undefined = node; at; at = parents.get(at)) yield at;
}

/** Returns the file of a node. */
export function sourceOf(node: SyntaxNode): SourceCode {
  for (const at of upwards(node)) {
    const source = files.get(at);
    if (source) return source;
  }
  throw new Error('The node stands in no file.');
}

/** Returns path and line of a node. */
export function positionOf(node: SyntaxNode): string {
  const { path, text } = sourceOf(node);
  return `${path}:${text.slice(0, node.start).split('\n').length}`;
}

/** Returns the source text of a node. */
export const sourceText = (node: SyntaxNode): string => sourceOf(node).text.slice(node.start, node.end);

/** Returns true for a function. */
export const isFn = (node: SyntaxNode): node is Fn =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';

export const isTemplate = (node: SyntaxNode): node is ESTree.TaggedTemplateExpression =>
  node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql';
