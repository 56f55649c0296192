import type { Role } from '#shared/permissions.ts';

/** A JSON schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Content by media type. */
type Content = Readonly<Record<string, JsonSchema>>;

/** `public`, `link` (a secret in address or body), `signedIn`, `inPerson` (without an API key), or the roles. */
export type Access = 'public' | 'link' | 'signedIn' | 'inPerson' | readonly Role[];

/** A response: its description and content. */
interface Answer {
  description: string;
  content?: Content;
}

/** An operation of the REST API. */
export interface Operation {
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** It isn't for API keys, although roles are named. */
  isPersonal?: true;
  query?: Readonly<Record<string, { schema: JsonSchema; description: string; isRequired?: true }>>;
  /** Schemas of parameters in the path; numbers by default. */
  path?: Readonly<Record<string, JsonSchema>>;
  body?: Content;
  answers: Readonly<Record<number, Answer>>;
  /** Additional refusals. */
  refusals?: readonly number[];
  /** Refusals are HTML pages. */
  isPage?: true;
}

/** Operations by method and path, as in `GET /healthz`. */
export type Operations = Readonly<Record<string, Operation>>;

/** Schemas of values. */
export const string: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const truth: JsonSchema = { type: 'boolean' };
export const moment: JsonSchema = { type: 'string', format: 'date-time' };
export const anything: JsonSchema = {};
export const binary: JsonSchema = {};
export const oneOf = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const component = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schema of a value that may be null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const { enum: words } = schema as { enum?: readonly unknown[] };
  return { ...schema, type: [schema['type'], 'null'], ...(words ? { enum: [...words, null] } : {}) };
}

/** Returns the schema of an object with exactly these properties. */
export function objectOf(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** Returns a body's schema, ignoring unknown properties. */
export function jsonBody(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): Content {
  const { additionalProperties: _closed, ...schema } = objectOf(required, optional);
  return json(schema);
}

export const json = (schema: JsonSchema): Content => ({ 'application/json': schema });
export const html: Content = { 'text/html': string };

/** Returns the answer with a JSON object. */
export const jsonAnswer = (description: string, schema: JsonSchema): Answer => ({ description, content: json(schema) });

/** Returns the answer with only a message key. */
export const done = (message: string): Answer => jsonAnswer('It is done.', objectOf({ message: oneOf(message) }));
