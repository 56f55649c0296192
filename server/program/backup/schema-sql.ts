import type { Client } from '#server/platform/connection/client.ts';
import { afterRowsQueries, dependenciesQuery, extensionsQuery, objectsQuery, sequencesQuery } from './catalog.ts';

/** The start of both files, as in pg_dump's. */
const preamble = `set client_min_messages = warning;
set search_path = '';
set check_function_bodies = off;
set statement_timeout = 0;
set lock_timeout = 0;
`;

interface Sql {
  sql: string;
}

/** Returns the statements that create extensions, types, functions and tables, without constraints. */
export async function schemaSql(client: Client, schemas: readonly string[]): Promise<string> {
  const { rows: extensions } = await client.query<Sql>(extensionsQuery);
  const { rows: objects } = await client.query<Sql & { key: string }>(objectsQuery, [schemas]);
  const { rows: dependencies } = await client.query<{ key: string; needs: string }>(dependenciesQuery);
  const needs = new Map<string, string[]>();
  for (const one of dependencies) needs.set(one.key, [...(needs.get(one.key) ?? []), one.needs]);
  return [
    preamble,
    ...schemas.map((name) => `create schema if not exists ${client.escapeIdentifier(name)};`),
    ...extensions.map(({ sql }) => sql),
    ...inOrder(objects, needs).map(({ sql }) => sql),
    '',
  ].join('\n');
}

/** Sorts objects by dependencies; cycles stay. */
function inOrder<Item extends { key: string }>(items: readonly Item[], needs: Map<string, string[]>): Item[] {
  const left = new Map(items.map((item) => [item.key, item]));
  const sorted: Item[] = [];
  const take = (key: string) => {
    const item = left.get(key);
    if (!item) return;
    left.delete(key);
    for (const other of needs.get(key) ?? []) take(other);
    sorted.push(item);
  };
  for (const { key } of items) take(key);
  return sorted;
}

// a copy must not send before an owner decides
const holdSql = (schema: string) => `update ${schema}.installation set held_at = coalesce(held_at, clock_timestamp()),
  held_why = coalesce(held_why, 'set_back');`;

/**
 * Returns the statements after the rows: constraints, indexes, triggers, sequences, and the hold. Read after the rows,
 * so that no sequence repeats a number.
 */
export async function constraintsSql(client: Client, schemas: readonly string[], own: string): Promise<string> {
  const statements: string[] = [];
  for (const query of afterRowsQueries)
    for (const { sql } of (await client.query<Sql>(query, [schemas])).rows) statements.push(sql);
  const { rows: sequences } = await client.query<{ name: string; value: number | null }>(sequencesQuery, [schemas]);
  const positions = sequences
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `select pg_catalog.setval(${client.escapeLiteral(name)}, ${value});`);
  return [preamble, ...positions, holdSql(client.escapeIdentifier(own)), ...statements, ''].join('\n');
}
