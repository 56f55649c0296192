import type pg from 'pg';

/**
 * Has arrays sent as texts that are made in one piece. pg puts them together of pieces, several for each element: of a
 * thousand people's columns that is more to be thrown away than everything else that is done with them.
 */
export function sendArraysWhole(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const whole = (...given: unknown[]) => {
    const [text, values, ...rest] = given;
    return Array.isArray(values) ? query(text, values.map(arrayValue), ...rest) : query(...given);
  };
  client.query = whole as typeof client.query;
}

/** An array of texts, numbers and truth values as PostgreSQL reads it; anything else as it is. */
export function arrayValue(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isPlain)) return value;
  return `{${value.map(written).join(',')}}`;
}

const isPlain = (one: unknown) => one == null || typeof one !== 'object';

const written = (one: unknown) =>
  one == null ? 'NULL' : typeof one === 'string' ? `"${one.replace(/[\\"]/g, '\\$&')}"` : String(one);
