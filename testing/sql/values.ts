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
export const createStaticReader = (sources: readonly SourceCode[]): StaticReader => new SourceReader(sources);

class SourceReader implements StaticReader {
  readonly #byPath: ReadonlyMap<string, SourceCode>;
  readonly #calls: ReadonlyMap<string, ESTree.CallExpression[]>;
  #depth = 0;

  constructor(sources: readonly SourceCode[]) {
    this.#byPath = new Map(sources.map((source) => [source.path, source]));
    this.#calls = Map.groupBy(
      sources.flatMap(({ nodes }) => nodes).filter((node) => node.type === 'CallExpression'),
      ({ callee }) => (callee.type === 'Identifier' || isPush(callee) ? sourceText(callee) : ''),
    );
  }

  values(value: StaticValue, anyParameter = false): StaticValue[] {
    if (this.#depth > deepest) return [value];
    this.#depth++;
    const found = [...this.#step(value, anyParameter)];
    this.#depth--;
    return found.length ? found : [value];
  }

  *#step(value: StaticValue, any: boolean): Generator<StaticValue> {
    const { node, frame } = value;
    const inner = innerOf(node);
    if (inner) for (const one of inner) yield* this.values({ node: one, frame }, any);
    else if (node.type === 'Identifier') yield* this.#named(value, node.name, any);
    else if (node.type === 'MemberExpression') yield* this.#member(value, node, any);
    else if (node.type === 'CallExpression') yield* this.#called(value, node, any);
    else yield value;
  }

  *#named(value: StaticValue, name: string, any: boolean): Generator<StaticValue> {
    const binding = bindingOf(this.#byPath, value.node, name);
    if (!binding) return;
    if (binding.kind === 'value') yield* this.#follow([{ node: binding.node, frame: value.frame }], binding.path, any);
    else if (binding.kind === 'each')
      yield* this.#follow(this.elements({ node: binding.node, frame: value.frame }) ?? [], binding.path, any);
    else {
      const { fn, index, path, annotation } = binding;
      const frame = frameOf(fn, value.frame);
      const isSql = annotation && /RawBuilder|Expression|typeof sql/.test(sourceText(annotation));
      if (frame) yield* this.#follow(frame.args.slice(index, index + 1), path, any);
      else if (any || isSql) yield* this.#follow(this.#argumentsOf(fn, index), path, any);
    }
  }

  #argumentsOf(fn: Fn, index: number): StaticValue[] {
    const holder = parentOf(fn);
    const id = 'id' in fn && fn.id ? fn.id : holder?.type === 'VariableDeclarator' ? holder.id : undefined;
    if (id?.type !== 'Identifier') return [];
    return (this.#calls.get(id.name) ?? []).flatMap((call) => {
      const binding = bindingOf(this.#byPath, call, id.name);
      const argument = call.arguments[index];
      return binding?.kind === 'value' && binding.node === fn && argument ? [{ node: argument, frame: undefined }] : [];
    });
  }

  *#follow(from: StaticValue[], path: string[], any: boolean): Generator<StaticValue> {
    let at = from;
    for (const key of path)
      at = at.flatMap((one) => this.values(one, any)).flatMap((one) => this.#propertiesOf(one, [key]));
    for (const one of at) yield* this.values(one, any);
  }

  #propertiesOf(value: StaticValue, keys: string[]): StaticValue[] {
    const { node, frame } = value;
    const fits = (key: string) => keys.length === 0 || keys.includes(key);
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((one, index) => (one && fits(String(index)) ? [{ node: one, frame }] : []));
    if (node.type !== 'ObjectExpression') return [];
    return node.properties.flatMap((one) => {
      if (one.type === 'SpreadElement')
        return this.values({ node: one.argument, frame }).flatMap((inner) => this.#propertiesOf(inner, keys));
      return fits(keyOf(one)) ? [{ node: one.value, frame }] : [];
    });
  }

  *#member({ frame }: StaticValue, node: ESTree.MemberExpression, any: boolean): Generator<StaticValue> {
    const keys = this.#keysOf(node, frame);
    for (const object of this.values({ node: node.object, frame }, any))
      for (const property of this.#propertiesOf(object, keys)) yield* this.values(property, any);
  }

  /** Returns the possible property names; an empty list matches any property. */
  #keysOf({ computed, property }: ESTree.MemberExpression, frame: Frame | undefined): string[] {
    if (!computed) return property.type === 'Identifier' ? [property.name] : [];
    const found = this.values({ node: property, frame });
    return found.every(({ node }) => node.type === 'Literal') ? found.flatMap((one) => this.texts(one)) : [];
  }

  *#called({ frame }: StaticValue, node: ESTree.CallExpression, any: boolean): Generator<StaticValue> {
    if (node.callee.type !== 'Identifier') return;
    const args = node.arguments.map((one) => ({ node: one, frame }));
    for (const one of this.values({ node: node.callee, frame }))
      for (const result of resultsOf(one, args)) yield* this.values(result, any);
  }

  elements(value: StaticValue): StaticValue[] | undefined {
    const { node, frame } = value;
    if (node.type === 'Identifier') {
      const binding = bindingOf(this.#byPath, node, node.name);
      if (binding?.kind === 'value' && !binding.path.length) {
        const first = this.elements({ node: binding.node, frame });
        return first && [...first, ...this.#pushesOf(node.name, binding.node, frame)];
      }
    }
    const found = this.values(value, true).map((one) => this.#literalElements(one));
    return found.some((one) => one) ? found.flatMap((one) => one ?? []) : undefined;
  }

  #literalElements(value: StaticValue): StaticValue[] | undefined {
    const { node, frame } = value;
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((one) => {
        if (!one) return [];
        return one.type === 'SpreadElement'
          ? (this.elements({ node: one.argument, frame }) ?? [])
          : [{ node: one, frame }];
      });
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    const method = property.type === 'Identifier' ? property.name : '';
    if (sourceText(object) === 'Object' && node.arguments[0])
      return this.#entries({ node: node.arguments[0], frame }, method);
    if (method === 'filter' || method === 'slice' || method === 'toSorted')
      return this.elements({ node: object, frame });
    if (method !== 'map' && method !== 'flatMap') return undefined;
    const items = this.elements({ node: object, frame });
    const made = this.values({ node: node.arguments[0]!, frame }).flatMap((fn) =>
      items ? items.flatMap((item) => resultsOf(fn, [item])) : resultsOf(fn, undefined),
    );
    return method === 'map' ? made : made.flatMap((one) => this.elements(one) ?? []);
  }

  #entries(value: StaticValue, method: string): StaticValue[] | undefined {
    if (method === 'values') return this.values(value).flatMap((one) => this.#propertiesOf(one, []));
    if (method !== 'entries') return undefined;
    const found = this.values(value).flatMap(({ node, frame }) =>
      node.type === 'ObjectExpression'
        ? node.properties.flatMap((one) => (one.type === 'Property' ? [{ node: pairOf(one), frame }] : []))
        : [],
    );
    return found.length ? found : undefined;
  }

  #pushesOf(name: string, init: SyntaxNode, frame: Frame | undefined): StaticValue[] {
    return (this.#calls.get(`${name}.push`) ?? []).flatMap((call) => {
      const binding = bindingOf(this.#byPath, call, name);
      const isSame = binding?.kind === 'value' && binding.node === init;
      return isSame ? call.arguments.map((node) => ({ node, frame })) : [];
    });
  }

  texts(value: StaticValue): string[] {
    return this.values(value, true).flatMap(({ node, frame }) => {
      if (node.type === 'Literal') return node.value === null ? [] : [String(node.value)];
      if (node.type === 'CallExpression') return this.#joined(node, frame);
      if (node.type !== 'TemplateLiteral') return [];
      return node.expressions.reduce(
        (sofar, expression, index) =>
          sofar.flatMap((text) =>
            this.texts({ node: expression, frame }).map((one) => text + one + node.quasis[index + 1]!.value.cooked),
          ),
        [node.quasis[0]!.value.cooked ?? ''],
      );
    });
  }

  #joined({ callee, arguments: [by] }: ESTree.CallExpression, frame: Frame | undefined): string[] {
    if (callee.type !== 'MemberExpression' || !by || !sourceText(callee).endsWith('.join')) return [];
    const parts = this.elements({ node: callee.object, frame })?.flatMap((one) => this.texts(one));
    return parts ? [parts.join(this.texts({ node: by, frame })[0])] : [];
  }
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
