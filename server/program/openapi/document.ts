import { refusals } from '#shared/refusals.ts';
import { version } from '#shared/version.ts';
import { collectionOperations, rowSchemas } from './collections.ts';
import {
  type Access,
  arrayOf,
  component,
  type JsonSchema,
  json,
  type Operation,
  type Operations,
  objectOf,
  oneOf,
  orNull,
  string,
  truth,
} from './describe.ts';
import { accountOperations, accountSchemas } from './operations/accounts.ts';
import { fileOperations } from './operations/files.ts';
import { incomingOperations } from './operations/incoming.ts';
import { pageOperations } from './operations/pages.ts';
import { programOperations, programSchemas } from './operations/programs.ts';

/** All operations of the REST API. */
export const operations: Operations = {
  ...collectionOperations(),
  ...fileOperations,
  ...programOperations,
  ...incomingOperations,
  ...accountOperations,
  ...pageOperations,
};

const reasons: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is wrong; `fields` names the parts.'],
  401: ['Unauthenticated', 'The token, password or key is missing or invalid.'],
  403: ['Forbidden', 'The user or key may not do that.'],
  404: ['NotFound', 'There is no such thing, or the user may not see it.'],
  409: ['Conflict', 'The current state does not allow that.'],
  413: ['TooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The content type of the body is unknown.'],
  429: ['TooManyRequests', 'Repeat it after the seconds of `Retry-After`.'],
  500: ['InternalError', 'A fault of the program. `id` is the id of its log entry.'],
  503: ['Unavailable', 'The database is unreachable. Repeat it after the seconds of `Retry-After`.'],
};

/** Returns the statuses of an operation's refusals. */
function refusalsOf(path: string, { access, body, query, refusals: named = [] }: Operation): number[] {
  const isOpen = access === 'public' || access === 'link';
  return [
    ...new Set([
      ...(isOpen ? [] : [401, 403]),
      ...(body ? [400, 413, 415] : []),
      ...(path.includes(':') ? [404] : []),
      ...(query && !isOpen ? [400] : []),
      ...named,
      ...[429, 500, 503],
    ]),
  ].sort((a, b) => a - b);
}

function whoMay(access: Access): string {
  if (access === 'public') return 'Everyone.';
  if (access === 'link') return 'A client that knows the secret in the address or body.';
  if (access === 'signedIn') return 'All signed-in users, and API keys.';
  if (access === 'inPerson') return 'All signed-in users, without API keys.';
  return `Users with one of the roles: ${access.join(', ')}.`;
}

function securityOf({ access, isPersonal }: Operation): object[] {
  if (access === 'public' || access === 'link') return [];
  return access === 'inPerson' || isPersonal ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

const number: JsonSchema = { type: 'integer', minimum: 1 };

function parametersOf(path: string, { path: known = {}, query = {} }: Operation): object[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name!] ?? number,
  }));
  const inQuery = Object.entries(query).map(([name, { schema, description, isRequired }]) => ({
    name,
    in: 'query',
    ...(isRequired ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const mediaOf = (content: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));

function responsesOf(path: string, operation: Operation): object {
  const given = Object.entries(operation.answers).map(([status, { description, content }]): [string, object] => [
    status,
    { description, ...(content ? { content: mediaOf(content) } : {}) },
  ]);
  const part = operation.isPage ? 'Page' : '';
  const refused = refusalsOf(path, operation)
    .filter((status) => !operation.answers[status])
    .map((status): [string, object] => [
      String(status),
      { $ref: `#/components/responses/${part}${reasons[status]![0]}` },
    ]);
  return Object.fromEntries([...given, ...refused]);
}

function operationOf(path: string, operation: Operation): object {
  const { tag, summary, description, access, isPersonal, body } = operation;
  const parameters = parametersOf(path, operation);
  const closed = isPersonal ? ' Not with an API key.' : '';
  return {
    tags: [tag],
    summary,
    description: [description, `Who may: ${whoMay(access)}${closed}`].filter(Boolean).join('\n\n'),
    security: securityOf(operation),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: { content: mediaOf(body) } } : {}),
    responses: responsesOf(path, operation),
  };
}

function pathsOf(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(path, operation) };
  }
  return paths;
}

const schemas = (): Record<string, JsonSchema> => ({
  RefusalKey: { ...oneOf(...Object.keys(refusals)), description: 'The reason. The manual lists the texts.' },
  Refusal: objectOf(
    { message: component('RefusalKey') },
    {
      fields: { type: 'object', additionalProperties: component('RefusalKey') },
      id: string,
      factors: orNull(component('SecondFactors')),
    },
  ),
  GraphqlAnswer: objectOf(
    {},
    {
      data: orNull({ type: 'object' }),
      errors: arrayOf({ type: 'object', properties: { message: string }, required: ['message'] }),
    },
  ),
  Reference: objectOf({ id: string }),
  PageInfo: objectOf({
    hasNextPage: truth,
    hasPreviousPage: truth,
    startCursor: orNull(string),
    endCursor: orNull(string),
  }),
  ...accountSchemas,
  ...programSchemas,
  ...rowSchemas(),
});

function refusalResponses(): object {
  const all = Object.values(reasons).flatMap(([name, description]): [string, object][] => [
    [name, { description, content: mediaOf(json(component('Refusal'))) }],
    [`Page${name}`, { description, content: mediaOf({ 'text/html': string }) }],
  ]);
  return Object.fromEntries(all);
}

/** Returns the description of the REST API (OpenAPI 3.1). */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meldekette',
      version,
      description: 'Reading by path, files, triggers and sign-in. For everything else, there is the GraphQL API.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `mk_…`.' },
        session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user.' },
      },
      schemas: schemas(),
      responses: refusalResponses(),
    },
  };
}
