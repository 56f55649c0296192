import { sql } from 'kysely';
import type { ESTree } from 'vite';
import type { Db } from '#server/platform/database/connect.ts';
import { isTemplate, positionOf, type SyntaxNode, sourceText } from './code.ts';
import type { StaticReader, StaticValue } from './values.ts';

/** A possible text with its templates. */
export interface Fragment {
  text: string;
  parts: ReadonlySet<SyntaxNode>;
}

const plain = (text: string): Fragment => ({ text, parts: new Set() });

/** Replaced with $1, $2, … by `numberParameters`. */
const value = '\u0001';

/** A name known only at run time. */
export class UnknownName extends Error {}

/** Returns the text as the database receives it. */
export function numberParameters(text: string): string {
  let n = 0;
  return text.replaceAll(value, () => `$${++n}`);
}

/** Returns a template's possible texts, each branch at least once. Other parts are values. */
export function expand(reader: StaticReader, db: Db, template: SyntaxNode): Fragment[] {
  const ofTemplate = ({ node, frame }: StaticValue): Fragment[] => {
    const { quasi } = node as ESTree.TaggedTemplateExpression;
    const slots = quasi.expressions.map((expression) => ofPart({ node: expression, frame }));
    return combined(
      slots,
      quasi.quasis.map(({ value }) => value.cooked ?? ''),
    ).map(({ text, parts }) => ({ text, parts: new Set([...parts, node]) }));
  };

  const ofPart = (part: StaticValue): Fragment[] => {
    const found = reader.values(part).flatMap((one) => ofSql(one) ?? []);
    return found.length ? found : [plain(value)];
  };

  const ofSql = (one: StaticValue): Fragment[] | undefined => {
    if (isTemplate(one.node)) return ofTemplate(one);
    if (one.node.type !== 'CallExpression' || !sourceText(one.node.callee).startsWith('sql.')) return undefined;
    const method = sourceText(one.node.callee).slice(4);
    const [first, second] = one.node.arguments.map((node) => ({ node, frame: one.frame }));
    if (method === 'join') return ofJoin(first!, second);
    const texts = reader.texts(first!);
    if (method === 'lit' && !texts.length) texts.push('1');
    if (!texts.length) throw new UnknownName(`${positionOf(one.node)} ${sourceText(one.node)}`);
    return texts.map((text) => plain(compiled(method, text)));
  };

  const compiled = (method: string, text: string): string => {
    const builders = { ref: sql.ref, table: sql.table, lit: sql.lit, raw: sql.raw };
    return builders[method as keyof typeof builders](text).compile(db).sql;
  };

  const ofJoin = (list: StaticValue, separator: StaticValue | undefined): Fragment[] => {
    const elements = (reader.elements(list) ?? [undefined]).map((one) => (one ? ofPart(one) : [plain(value)]));
    const between = separator ? ofPart(separator) : [plain(', ')];
    const slots = elements.flatMap((one, index) => (index ? [between, one] : [one]));
    const parts = between.flatMap((one) => [...one.parts]);
    return combined(slots, slots.map(() => '').concat('')).map((one) => ({
      ...one,
      parts: new Set([...one.parts, ...parts]),
    }));
  };

  return ofTemplate({ node: template, frame: undefined });
}

/** Combines choices by position, so that related ones stay together. */
function combined(slots: Fragment[][], texts: string[]): Fragment[] {
  const most = Math.max(1, ...slots.map((slot) => slot.length));
  return Array.from({ length: most }, (_, index) => {
    const chosen = slots.map((slot) => slot[index % slot.length]!);
    return {
      text: texts.map((text, at) => text + (chosen[at]?.text ?? '')).join(''),
      parts: new Set(chosen.flatMap(({ parts }) => [...parts])),
    };
  });
}
