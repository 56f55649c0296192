import type pg from 'pg';

/** Sends arrays as single texts: pg's pieces per element create too much garbage. */
export function sendArraysWhole(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const whole = (...given: unknown[]) => {
    const [text, values, ...rest] = given;
    return Array.isArray(values) ? query(text, values.map(arrayValue), ...rest) : query(...given);
  };
  client.query = whole as typeof client.query;
}

export function arrayValue(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isPlain)) return value;
  return `{${value.map(written).join(',')}}`;
}

const isPlain = (one: unknown) => one == null || typeof one !== 'object';

const written = (one: unknown) =>
  one == null ? 'NULL' : typeof one === 'string' ? `"${one.replace(/[\\"]/g, '\\$&')}"` : String(one);
