import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { JsonValue } from '#server/platform/database/types.gen.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isDay } from '#shared/fields/is-day.ts';
import { builder } from './builder.ts';

const moment = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function dateTime(value: unknown): Date {
  const parts = typeof value === 'string' ? moment.exec(value) : null;
  const date = new Date(parts ? String(value) : Number.NaN);
  if (!parts || Number.isNaN(date.getTime()) || !isDay(`${parts[1]}-${parts[2]}-${parts[3]}`)) {
    throw new Refusal('error_invalid_date');
  }
  return date;
}

function text(check: RegExp): (value: unknown) => string {
  return (value) => {
    if (typeof value !== 'string' || !check.test(value)) throw new Refusal('error_invalid_input');
    return value;
  };
}

const literal =
  <T>(parse: (value: unknown) => T) =>
  (node: ValueNode) =>
    parse(node.kind === Kind.STRING ? node.value : undefined);

const deepest = 64;

/** Returns a JSON value; refuses excessive nesting. */
function json(value: unknown): JsonValue {
  let level = [value];
  for (let depth = 0; level.length; depth++) {
    if (depth > deepest) throw new Refusal('error_invalid_input');
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return value as JsonValue; // parsed from JSON, or from a query's literals
}

const decimal = text(/^-?\d{1,12}(\.\d{1,6})?$/);
const day = (value: unknown) => {
  if (typeof value !== 'string' || !isDay(value)) throw new Refusal('error_invalid_date');
  return value;
};

builder.scalarType('DateTime', {
  description: 'A moment, RFC 3339 in UTC; input needs a zone.',
  serialize: (value) => value.toISOString(),
  parseValue: dateTime,
  parseLiteral: literal(dateTime),
});
builder.scalarType('Date', {
  description: 'A day, YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: day,
  parseLiteral: literal(day),
});
builder.scalarType('Decimal', {
  description: 'A decimal number as a string, e.g. "0.075"; never a float.',
  serialize: (value) => value,
  parseValue: decimal,
  parseLiteral: literal(decimal),
});
builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: json,
  parseLiteral: (node, variables) => json(valueFromASTUntyped(node, variables ?? {})),
});
builder.scalarType('Upload', {
  description: 'A file, sent in the GraphQL multipart request format.',
  serialize: () => {
    throw new Error('Upload is an input type');
  },
});
