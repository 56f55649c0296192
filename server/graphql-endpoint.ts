import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, NoSchemaIntrospectionCustomRule, type ParseOptions, parse, type Source } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { createContext } from '#server/http/context.ts';
import { causeOf, isRequestFault, refusalOf } from '#server/http/mask.ts';
import { endStreamsWithSession } from '#server/http/session-streams.ts';
import { nameActingKey } from '#server/viewer/acting-key.ts';
import { limits } from '#shared/limits.ts';
import type { App, Context } from './context.ts';
import { Refusal } from './errors.ts';
import { schema } from './schema.ts';

/** Tokens a document may have; the largest the web application sends has less than half of it. */
const maxTokens = 2000;
const limitParser: Plugin = {
  onParse: ({ setParseFn }) =>
    setParseFn((source: string | Source, options?: ParseOptions) => {
      try {
        return parse(source, { ...options, maxTokens });
      } catch (error) {
        // GraphQL follows what nests by calling itself
        throw error instanceof RangeError ? new GraphQLError('Syntax Error: The document nests too deep.') : error;
      }
    }),
};
const hideSchema: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    return ({ result, setResult }) => setResult((result as GraphQLError[]).map(requestFault));
  },
};

// half a character, which JSON can escape: some columns refuse it, others store another one
const refuseHalfCharacters: Plugin = {
  onParams({ params }) {
    if (!areWellFormed(params.variables)) throw new Refusal('error_invalid_character');
  },
};

function areWellFormed(values: unknown): boolean {
  const open = [values];
  while (open.length) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const entry of Object.entries(value)) for (const part of entry) open.push(part);
  }
  return true;
}

/** What GraphQL says about a document or a variable, for who writes it, without names that were not asked for. */
function requestFault({ message, nodes, path, extensions }: GraphQLError): GraphQLError {
  const http = extensions['http'] ? { http: extensions['http'] } : {};
  return new GraphQLError(message.replace(/ Did you mean .*$/s, ''), {
    nodes,
    path,
    extensions: { code: 'BAD_USER_INPUT', ...http },
  });
}

const tooLarge = new Refusal('error_request_size');

/** Mounts the API at /api/graphql; the other documented paths are rewritten to it (`apiPath`). */
export async function mountGraphql(fastify: FastifyInstance, app: App): Promise<void> {
  const yoga = createYoga<{ incoming: FastifyRequest; reply: FastifyReply }, Context>({
    schema,
    graphqlEndpoint: '/api/*', // Fastify chose the path already
    graphiql: false,
    landingPage: false,
    multipart: true,
    batching: false,
    cors: false,
    plugins: [limitParser, hideSchema, refuseHalfCharacters, nameActingKey, endStreamsWithSession],
    maxRequestBodySize: limits.requestBytes,
    maskedErrors: {
      maskError(error) {
        if (causeOf(error) instanceof Refusal) return error as Error; // it knows its place in the document
        if ((error as GraphQLError).extensions?.['code'] === 'REQUEST_ENTITY_TOO_LARGE') return tooLarge;
        return isRequestFault(error) ? requestFault(error) : refusalOf(error, app);
      },
    },
    logging: false,
    context: ({ incoming }) => createContext(app, incoming.headers.authorization, incoming.ip),
  });
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers(); // Yoga reads the stream itself
    scope.addContentTypeParser(['application/json', 'multipart/form-data'], (_request, _payload, done) => done(null));
    scope.route({
      url: '/api/graphql',
      method: ['POST'],
      handler: (request, reply) => yoga.handleNodeRequestAndResponse(request, reply, { incoming: request, reply }),
    });
  });
}

/** The one path behind the documented ones: /api/graphql/, /api/v2/graphql and /api/graphql/stream. */
export function apiPath(url: string): string {
  return url.replace(/^\/api\/(v2\/)?graphql(\/stream)?\/?(?=\?|$)/, '/api/graphql');
}
