import path from 'node:path';
import type { ESTree } from 'vite';
import { type Fn, isFn, type SourceCode, type SyntaxNode, sourceOf, upwards } from './code.ts';

/** Source of a name's value; `path` leads into it after destructuring. */
export type NameSource =
  | { kind: 'value'; node: SyntaxNode; path: string[] }
  | { kind: 'each'; node: SyntaxNode; path: string[] }
  | { kind: 'parameter'; fn: Fn; index: number; path: string[]; annotation: SyntaxNode | null | undefined };

/** Resolves the name at this place, as far as the code of `sources` allows. */
export function bindingOf(
  sources: ReadonlyMap<string, SourceCode>,
  at: SyntaxNode,
  name: string,
): NameSource | undefined {
  for (const scope of upwards(at)) {
    const found = isFn(scope) ? ofParameter(scope, name) : ofStatements(sources, scope, name);
    if (found) return found;
  }
  return undefined;
}

function ofParameter(fn: Fn, name: string): NameSource | undefined {
  for (const [index, parameter] of fn.params.entries()) {
    const pattern = parameter as SyntaxNode;
    const found = pathTo(pattern, name);
    if (!found) continue;
    const annotated = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
    const annotation = 'typeAnnotation' in annotated ? (annotated.typeAnnotation as SyntaxNode | null) : null;
    return { kind: 'parameter', fn, index, path: found, annotation };
  }
  return undefined;
}

function ofStatements(
  sources: ReadonlyMap<string, SourceCode>,
  scope: SyntaxNode,
  name: string,
): NameSource | undefined {
  if (scope.type === 'ForOfStatement' && scope.left.type === 'VariableDeclaration') {
    const found = pathTo(scope.left.declarations[0]!.id, name);
    return found && { kind: 'each', node: scope.right, path: found };
  }
  if (scope.type !== 'BlockStatement' && scope.type !== 'Program') return undefined;
  for (const statement of scope.body) {
    const found =
      statement.type === 'ImportDeclaration'
        ? ofImport(sources, statement, name)
        : ofDeclaration(statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement, name);
    if (found) return found;
  }
  return undefined;
}

function ofDeclaration(node: SyntaxNode | null, name: string): NameSource | undefined {
  if (node?.type === 'FunctionDeclaration' && node.id?.name === name) return { kind: 'value', node, path: [] };
  if (node?.type !== 'VariableDeclaration') return undefined;
  for (const { id, init } of node.declarations) {
    const found = pathTo(id, name);
    if (found && init) return { kind: 'value', node: init, path: found };
  }
  return undefined;
}

function ofImport(sources: ReadonlyMap<string, SourceCode>, node: ESTree.ImportDeclaration, name: string) {
  for (const one of node.specifiers) {
    if (one.type !== 'ImportSpecifier' || one.local.name !== name || one.imported.type !== 'Identifier') continue;
    const specifier = node.source.value;
    const from = path.posix.dirname(sourceOf(node).path);
    const target = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(from, specifier);
    const source = sources.get(target);
    return source && bindingOf(sources, source.program, one.imported.name);
  }
  return undefined;
}

/** Returns the path from a pattern to its name: empty for `name`, a key for `{ key: name }`, an index for `[name]`. */
function pathTo(pattern: SyntaxNode, name: string): string[] | undefined {
  if (pattern.type === 'Identifier') return pattern.name === name ? [] : undefined;
  if (pattern.type === 'AssignmentPattern') return pathTo(pattern.left, name);
  const parts: [string, SyntaxNode | null][] = [];
  if (pattern.type === 'ObjectPattern')
    for (const one of pattern.properties)
      if (one.type === 'Property' && one.key.type === 'Identifier') parts.push([one.key.name, one.value]);
  if (pattern.type === 'ArrayPattern')
    for (const [index, one] of pattern.elements.entries()) parts.push([String(index), one]);
  for (const [key, inner] of parts) {
    const found = inner && pathTo(inner, name);
    if (found) return [key, ...found];
  }
  return undefined;
}
