import type pg from 'pg';
import type { Settings } from '#server/platform/connection/settings.ts';

/**
 * Settings of connections with kept plans: use indexes where possible, so that a plan made for empty tables stays good.
 * Unavoidable scans get a prohibitive cost, which must not trigger compilation.
 */
export const keptPlans: Settings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

// per pool, independent of other kinds of work
const mostNames = 200;
// longer statements are composed for one occasion, such as bulk inserts
const longest = 8_000;
// the error of a prepared statement after a table got a column
const notSupported = '0A000';

/**
 * Prepares parameterized statements once per connection, at most 200 per pool, of those that `isKept` chooses; it is
 * asked for all statements, in order. Calls `dropped` if one no longer fits its tables.
 */
export function keepStatements(
  client: pg.PoolClient,
  names: Map<string, string>,
  dropped: () => void,
  isKept: (text: string) => boolean = () => true,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]) => {
    const [text, values] = args;
    const isChosen = isKept(String(text));
    const name =
      isChosen && args.length === 2 && Array.isArray(values) && values.length ? nameIn(names, String(text)) : undefined;
    if (!name) return query(...args);
    const result = query({ name, text, values }) as Promise<unknown>;
    result.catch((error: { code?: string }) => {
      if (error.code === notSupported) dropped();
    });
    return result;
  };
  client.query = named as typeof client.query;
}

/** Returns a choice of the statements between `keepPlans` and `planEachTime`, or the end of the transaction. */
export function keptInTransactions(): (text: string) => boolean {
  let isKeeping = false;
  return (text) => {
    if (/\bas plans_kept\b/.test(text)) {
      isKeeping = true;
      return false;
    }
    if (/^(?:begin|start transaction|commit|rollback)\b|\bas plans_each_time\b/i.test(text)) isKeeping = false;
    return isKeeping && namesColumns(text);
  };
}

const wholeRows = /\b(?:select|returning)\s+(?:distinct\s+(?:on\s*\([^)]*\)\s*)?)?\*|[\w"]\.\*|,\s*\*/i;

/** Returns whether a statement's result stays the same if a table gets a column. */
const namesColumns = (text: string): boolean => !wholeRows.test(text);

function nameIn(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames || text.length > longest) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}
