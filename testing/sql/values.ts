import type { ESTree } from 'vite';
import { bindingOf } from './bindings.ts';
import { type Fn, isFn, parentOf, type SourceCode, type SyntaxNode, sourceOf, sourceText, upwards } from './code.ts';

/** The parameters of an analyzed call. */
interface Frame {
  fn: Fn;
  args: StaticValue[];
  outer: Frame | undefined;
}

/** An expression with its surrounding calls. */
export interface StaticValue {
  node: SyntaxNode;
  frame: Frame | undefined;
}

/** Evaluates code statically: possible values of an expression through names, calls, members and branches. */
export interface StaticReader {
  /**
   * Returns the possible values of the expression, or itself if it cannot be simplified. With `anyParameter`, analyzes the
   * callers of any function.
   */
  values(value: StaticValue, anyParameter?: boolean): StaticValue[];
  /** Returns the elements of an array; undefined if they are unknown. */
  elements(value: StaticValue): StaticValue[] | undefined;
  /** Returns the possible texts; empty if they are unknown. */
  texts(value: StaticValue): string[];
}

const deepest = 60;

/** Creates a reader of these sources. */
export function createStaticReader(sources: readonly SourceCode[]): StaticReader {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const calls = Map.groupBy(
    sources.flatMap(({ nodes }) => nodes).filter((node) => node.type === 'CallExpression'),
    ({ callee }) => (callee.type === 'Identifier' || isPush(callee) ? sourceText(callee) : ''),
  );
  let depth = 0;

  function values(value: StaticValue, anyParameter = false): StaticValue[] {
    if (depth > deepest) return [value];
    depth++;
    const found = [...step(value, anyParameter)];
    depth--;
    return found.length ? found : [value];
  }

  function* step(value: StaticValue, any: boolean): Generator<StaticValue> {
    const { node, frame } = value;
    const inner = innerOf(node);
    if (inner) for (const one of inner) yield* values({ node: one, frame }, any);
    else if (node.type === 'Identifier') yield* named(value, node.name, any);
    else if (node.type === 'MemberExpression') yield* member(value, node, any);
    else if (node.type === 'CallExpression') yield* called(value, node, any);
    else yield value;
  }

  function* named(value: StaticValue, name: string, any: boolean): Generator<StaticValue> {
    const binding = bindingOf(byPath, value.node, name);
    if (!binding) return;
    if (binding.kind === 'value') yield* follow([{ node: binding.node, frame: value.frame }], binding.path, any);
    else if (binding.kind === 'each')
      yield* follow(elements({ node: binding.node, frame: value.frame }) ?? [], binding.path, any);
    else {
      const { fn, index, path, annotation } = binding;
      const frame = frameOf(fn, value.frame);
      const isSql = annotation && /RawBuilder|Expression|typeof sql/.test(sourceText(annotation));
      if (frame) yield* follow(frame.args.slice(index, index + 1), path, any);
      else if (any || isSql) yield* follow(argumentsOf(fn, index), path, any);
    }
  }

  function argumentsOf(fn: Fn, index: number): StaticValue[] {
    const holder = parentOf(fn);
    const id = 'id' in fn && fn.id ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : undefined;
    if (id?.type !== 'Identifier') return [];
    return (calls.get(id.name) ?? []).flatMap((call) => {
      const binding = bindingOf(byPath, call, id.name);
      const argument = call.arguments[index];
      return binding?.kind === 'value' && binding.node === fn && argument ? [{ node: argument, frame: undefined }] : [];
    });
  }

  function* follow(from: StaticValue[], path: string[], any: boolean): Generator<StaticValue> {
    let at = from;
    for (const key of path) at = at.flatMap((one) => values(one, any)).flatMap((one) => propertiesOf(one, [key]));
    for (const one of at) yield* values(one, any);
  }

  function propertiesOf(value: StaticValue, keys: string[]): StaticValue[] {
    const { node, frame } = value;
    const fits = (key: string) => keys.length === 0 || keys.includes(key);
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((one, index) => (one && fits(String(index)) ? [{ node: one, frame }] : []));
    if (node.type !== 'ObjectExpression') return [];
    return node.properties.flatMap((one) => {
      if (one.type === 'SpreadElement')
        return values({ node: one.argument, frame }).flatMap((inner) => propertiesOf(inner, keys));
      return fits(keyOf(one)) ? [{ node: one.value, frame }] : [];
    });
  }

  function* member({ frame }: StaticValue, node: ESTree.MemberExpression, any: boolean): Generator<StaticValue> {
    const keys = keysOf(node, frame);
    for (const object of values({ node: node.object, frame }, any))
      for (const property of propertiesOf(object, keys)) yield* values(property, any);
  }

  /** Returns the possible property names; an empty list matches any property. */
  function keysOf({ computed, property }: ESTree.MemberExpression, frame: Frame | undefined): string[] {
    if (!computed) return property.type === 'Identifier' ? [property.name] : [];
    const found = values({ node: property, frame });
    return found.every(({ node }) => node.type === 'Literal') ? found.flatMap(texts) : [];
  }

  function* called({ frame }: StaticValue, node: ESTree.CallExpression, any: boolean): Generator<StaticValue> {
    if (node.callee.type !== 'Identifier') return;
    const args = node.arguments.map((one) => ({ node: one, frame }));
    for (const one of values({ node: node.callee, frame }))
      for (const result of resultsOf(one, args)) yield* values(result, any);
  }

  function elements(value: StaticValue): StaticValue[] | undefined {
    const { node, frame } = value;
    if (node.type === 'Identifier') {
      const binding = bindingOf(byPath, node, node.name);
      if (binding?.kind === 'value' && !binding.path.length) {
        const first = elements({ node: binding.node, frame });
        return first && [...first, ...pushesOf(node.name, binding.node, frame)];
      }
    }
    const found = values(value, true).map(literalElements);
    return found.some((one) => one) ? found.flatMap((one) => one ?? []) : undefined;
  }

  function literalElements(value: StaticValue): StaticValue[] | undefined {
    const { node, frame } = value;
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((one) => {
        if (!one) return [];
        return one.type === 'SpreadElement' ? (elements({ node: one.argument, frame }) ?? []) : [{ node: one, frame }];
      });
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    const method = property.type === 'Identifier' ? property.name : '';
    if (sourceText(object) === 'Object' && node.arguments[0])
      return entries({ node: node.arguments[0], frame }, method);
    if (method === 'filter' || method === 'slice' || method === 'toSorted') return elements({ node: object, frame });
    if (method !== 'map' && method !== 'flatMap') return undefined;
    const items = elements({ node: object, frame });
    const made = values({ node: node.arguments[0]!, frame }).flatMap((fn) =>
      items ? items.flatMap((item) => resultsOf(fn, [item])) : resultsOf(fn, undefined),
    );
    return method === 'map' ? made : made.flatMap((one) => elements(one) ?? []);
  }

  function entries(value: StaticValue, method: string): StaticValue[] | undefined {
    if (method === 'values') return values(value).flatMap((one) => propertiesOf(one, []));
    if (method !== 'entries') return undefined;
    const found = values(value).flatMap(({ node, frame }) =>
      node.type === 'ObjectExpression'
        ? node.properties.flatMap((one) => (one.type === 'Property' ? [{ node: pairOf(one), frame }] : []))
        : [],
    );
    return found.length ? found : undefined;
  }

  function pushesOf(name: string, init: SyntaxNode, frame: Frame | undefined): StaticValue[] {
    return (calls.get(`${name}.push`) ?? []).flatMap((call) => {
      const binding = bindingOf(byPath, call, name);
      const isSame = binding?.kind === 'value' && binding.node === init;
      return isSame ? call.arguments.map((node) => ({ node, frame })) : [];
    });
  }

  function texts(value: StaticValue): string[] {
    return values(value, true).flatMap(({ node, frame }) => {
      if (node.type === 'Literal') return node.value === null ? [] : [String(node.value)];
      if (node.type === 'CallExpression') return joined(node, frame);
      if (node.type !== 'TemplateLiteral') return [];
      return node.expressions.reduce(
        (sofar, expression, index) =>
          sofar.flatMap((text) =>
            texts({ node: expression, frame }).map((one) => text + one + node.quasis[index + 1]!.value.cooked),
          ),
        [node.quasis[0]!.value.cooked ?? ''],
      );
    });
  }

  function joined({ callee, arguments: [by] }: ESTree.CallExpression, frame: Frame | undefined): string[] {
    if (callee.type !== 'MemberExpression' || !by || !sourceText(callee).endsWith('.join')) return [];
    const parts = elements({ node: callee.object, frame })?.flatMap(texts);
    return parts ? [parts.join(texts({ node: by, frame })[0])] : [];
  }

  return { values, elements, texts };
}

function frameOf(fn: Fn, frame: Frame | undefined): Frame | undefined {
  for (let at = frame; at; at = at.outer) if (at.fn === fn) return at;
  return undefined;
}

/** Returns the possible results of a function for these arguments, or for any arguments. */
function resultsOf({ node, frame }: StaticValue, args: StaticValue[] | undefined): StaticValue[] {
  if (!isFn(node) || !node.body) return [];
  const inner = args ? { fn: node, args, outer: frame } : frame;
  if (node.body.type !== 'BlockStatement') return [{ node: node.body, frame: inner }];
  return returnsOf(node).map((one) => ({ node: one, frame: inner }));
}

function returnsOf(fn: Fn): SyntaxNode[] {
  const isOwn = (one: SyntaxNode) => {
    for (const at of upwards(one)) if (isFn(at)) return at === fn;
    return false;
  };
  return sourceOf(fn).nodes.flatMap((one) =>
    one.type === 'ReturnStatement' && one.argument && isOwn(one) ? [one.argument] : [],
  );
}

const isPush = (callee: SyntaxNode): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'push';

function innerOf(node: SyntaxNode): SyntaxNode[] | undefined {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'AwaitExpression':
      return [node.argument];
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return [node.expression];
    default:
      return undefined;
  }
}

const keyOf = (property: ESTree.ObjectProperty): string =>
  property.key.type === 'Identifier' ? property.key.name : String((property.key as ESTree.StringLiteral).value);

/** Returns a property like an entry of Object.entries. */
const pairOf = (property: ESTree.ObjectProperty): SyntaxNode =>
  ({
    type: 'ArrayExpression',
    elements: [{ type: 'Literal', value: keyOf(property) }, property.value],
  }) as unknown as SyntaxNode;
