import pg from 'pg';
import type { ESTree } from 'vite';
import type { Database } from '#server/platform/database/connect.ts';
import { asValue } from './builder-parts.ts';
import {
  isFn,
  isTemplate,
  parentOf,
  positionOf,
  type SourceCode,
  type SyntaxNode,
  sourceOf,
  sourceText,
  upwards,
} from './code.ts';
import { type Describe, describer, type ResultColumn } from './describe.ts';
import { expand, type Fragment, numberParameters, UnknownName } from './fragments.ts';
import { compareRowTypes, type Typed } from './row-types.ts';
import { createStaticReader, type StaticReader } from './values.ts';

type Template = ESTree.TaggedTemplateExpression;

/** Result of the check: counts, and faults with their places. */
export interface Report {
  /** Number of sql`…` templates: statements and parts. */
  templates: number;
  statements: number;
  rowTypes: number;
  /** Number of unknown statements in excepted files. */
  unknown: number;
  findings: string[];
}

interface Run extends Report {
  database: Database;
  describe: Describe;
  reader: StaticReader;
  covered: Set<SyntaxNode>;
  typed: Typed[];
  excepted: Map<string, number>;
}

/**
 * Checks every sql`…` against the database: all texts must be valid with the declared row type. `excepted` files may
 * have unknown statements.
 */
export async function checkStatements(database: Database, sources: SourceCode[], excepted: string[]): Promise<Report> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run: Run = {
    templates: 0,
    statements: 0,
    rowTypes: 0,
    unknown: 0,
    findings: [],
    database,
    describe: await describer(client),
    reader: createStaticReader(sources),
    covered: new Set(),
    typed: [],
    excepted: new Map(excepted.map((path) => [path, 0])),
  };
  await prepareAll(run, sources).finally(() => client.end());
  for (const [path, unknown] of run.excepted) if (!unknown) run.findings.push(`${path}: needs no exception`);
  run.rowTypes = run.typed.length;
  run.findings.push(...(await compareRowTypes(run.typed)));
  return run;
}

async function prepareAll(run: Run, sources: SourceCode[]): Promise<void> {
  const all = sources.flatMap(({ nodes }) => nodes.filter(isTemplate));
  run.templates = all.length;
  for (const template of all)
    if (isExecuted(template) || (template.typeArguments && startsStatement(sourceText(template.quasi).slice(1))))
      await prepare(run, template, expanded(run, template));
  const rest = all
    .filter((template) => !run.covered.has(template) && !run.excepted.has(sourceOf(template).path))
    .map((template) => ({ template, fragments: expanded(run, template) }));
  const inner = new Set(rest.flatMap(({ template, fragments }) => partsBut(template, fragments)));
  const outer = rest.filter(({ template }) => !inner.has(template));
  for (const { template, fragments } of outer) {
    if (!fragments.length) continue;
    if (startsStatement(fragments[0]!.text)) await prepareHandedOn(run, template, fragments);
    else await prepareValue(run, template, fragments);
  }
}

function expanded(run: Run, template: Template): Fragment[] {
  try {
    return expand(run.reader, run.database.db, template);
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    run.covered.add(template);
    note(run, template, [`cannot be known before it runs: ${error.message}`]);
    return [];
  }
}

/** Unknown in an excepted file. */
function note(run: Run, template: Template, problems: string[]): void {
  const { path } = sourceOf(template);
  const unknown = run.excepted.get(path);
  if (unknown === undefined) run.findings.push(...problems.map((problem) => `${positionOf(template)}: ${problem}`));
  else {
    run.unknown++;
    run.excepted.set(path, unknown + 1);
  }
}

async function prepare(
  run: Run,
  template: Template,
  fragments: Fragment[],
  isValue = false,
): Promise<ResultColumn[][]> {
  if (!fragments.length) return [];
  const results: ResultColumn[][] = [];
  const problems: string[] = [];
  for (const { text, parts } of fragments) {
    for (const part of parts) run.covered.add(part);
    try {
      results.push(await inCamelCase(run.database, await run.describe(numberParameters(text))));
    } catch (error) {
      problems.push(`${(error as Error).message} in ${numberParameters(text).trim()}`);
    }
  }
  if (isOfCaller(template) && !problems.length) problems.push('its row type is its caller’s');
  if (problems.length) note(run, template, problems);
  else if (template.typeArguments) run.typed.push({ template, results, isValue });
  run.statements++;
  return results;
}

/** Prepares a statement whose rows are used elsewhere. */
async function prepareHandedOn(run: Run, template: Template, fragments: Fragment[]): Promise<void> {
  const results = await prepare(run, template, fragments);
  if (!template.typeArguments && results.some((columns) => columns.length))
    note(run, template, ['is handed on without a row type']);
}

async function prepareValue(run: Run, template: Template, fragments: Fragment[]): Promise<void> {
  const ways = asValue(template, fragments);
  for (const way of ways) {
    const described = await Promise.allSettled(way.map(({ text }) => run.describe(numberParameters(text))));
    const isTaken = described.every(({ status }) => status === 'fulfilled');
    if (isTaken || way === ways.at(-1)) return void (await prepare(run, template, way, true));
  }
}

const isExecuted = (template: SyntaxNode): boolean => {
  const parent = parentOf(template);
  return parent?.type === 'MemberExpression' && sourceText(parent).endsWith('.execute');
};

const startsStatement = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with|lock|set|create|notify)\b/i.test(text);

/** Returns whether the row type is a function's parameter. */
function isOfCaller({ typeArguments }: Template): boolean {
  if (!typeArguments) return false;
  const names = [...upwards(typeArguments)].flatMap((scope) =>
    isFn(scope) ? (scope.typeParameters?.params ?? []).map((one) => one.name.name) : [],
  );
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(sourceText(typeArguments)));
}

const partsBut = (template: SyntaxNode, fragments: Fragment[]): SyntaxNode[] =>
  fragments.flatMap(({ parts }) => [...parts]).filter((part) => part !== template);

/** Returns the columns in the driver's camel case. */
async function inCamelCase({ db }: Database, columns: ResultColumn[]): Promise<ResultColumn[]> {
  let result = {
    rows: [Object.fromEntries(columns.map((column) => [column.name, column]))] as Record<string, ResultColumn>[],
  };
  for (const plugin of db.getExecutor().plugins)
    result = (await plugin.transformResult({ result, queryId: { queryId: '' } })) as typeof result;
  return Object.entries(result.rows[0]!).map(([name, column]) => ({ ...column, name }));
}
