import type pg from 'pg';
import type { Settings } from '#server/platform/connection/settings.ts';

/**
 * What a connection has to be opened with so that its plans can be kept: everything is looked up by an index where there is
 * one, so that a plan made while the tables were empty is right when they are not. What is switched off costs without end
 * where there is no other way, and must not be compiled for that.
 */
export const keptPlans: Settings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

// of one pool: those of another kind of work do not take them away
const mostNames = 200;
// what is longer was put together for one occasion, as rows that are stored at once
const longest = 8_000;
// what a table's new column makes of a kept statement
const notSupported = '0A000';

/**
 * Has statements with values read once by the connection, not each time; those of a pool that come after its first 200 are not.
 * `names` are the pool's; `dropped` hears that a kept statement no longer fits its tables.
 */
export function keepStatements(client: pg.PoolClient, names: Map<string, string>, dropped: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]) => {
    const [text, values] = args;
    const name = args.length === 2 && Array.isArray(values) && values.length ? nameIn(names, String(text)) : undefined;
    if (!name) return query(...args);
    const result = query({ name, text, values }) as Promise<unknown>;
    result.catch((error: { code?: string }) => {
      if (error.code === notSupported) dropped();
    });
    return result;
  };
  client.query = named as typeof client.query;
}

function nameIn(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames || text.length > longest) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}
