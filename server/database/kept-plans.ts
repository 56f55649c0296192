import type pg from 'pg';

/**
 * What a connection has to be opened with so that its plans can be kept: everything is looked up by an index where there is
 * one, so that a plan made while the tables were empty is right when they are not. What is switched off costs without end
 * where there is no other way, and must not be compiled for that.
 */
export const keptPlans =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c plan_cache_mode=force_generic_plan';

const mostNames = 200;
const names = new Map<string, string>();

/** Has statements with values planned once by the connection, not each time; those that come after the first 200 are not. */
export function keepPlans(client: pg.PoolClient, dropped: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]) => {
    const [text, values] = args;
    const name = args.length === 2 && Array.isArray(values) && values.length ? nameOf(String(text)) : undefined;
    if (!name) return query(...args);
    const result = query({ name, text, values }) as Promise<unknown>;
    result.catch((error: { code?: string }) => {
      if (error.code === notSupported) dropped();
    });
    return result;
  };
  client.query = named as typeof client.query;
}

// what a table's new column makes of a kept plan
const notSupported = '0A000';

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}
