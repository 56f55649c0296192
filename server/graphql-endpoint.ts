import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, NoSchemaIntrospectionCustomRule, type ParseOptions, parse, type Source } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { createContext } from '#server/http/context.ts';
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
    setParseFn((source: string | Source, options?: ParseOptions) => parse(source, { ...options, maxTokens })),
};
const hideSchema: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    return ({ result, setResult }) => setResult((result as GraphQLError[]).map(withoutSuggestion));
  },
};

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(/ Did you mean .*$/s, '');
  return new GraphQLError(message, { nodes: error.nodes, extensions: { code: 'BAD_USER_INPUT' } });
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
    plugins: [limitParser, hideSchema, nameActingKey, endStreamsWithSession],
    maxRequestBodySize: limits.requestBytes,
    maskedErrors: {
      maskError(error) {
        const original = (error as { originalError?: unknown }).originalError ?? error;
        if (original instanceof Refusal) return original.extensions ? (error as Error) : original;
        if ((error as GraphQLError).extensions?.['code'] === 'REQUEST_ENTITY_TOO_LARGE') return tooLarge;
        if ((error as { name?: string }).name === 'GraphQLError' && original === error) return error as Error;
        const id = crypto.randomUUID();
        app.log.error({ event: 'request_failed', id, error: describe(original) });
        return new Refusal('error_internal', undefined, { id });
      },
    },
    logging: false,
    context: ({ incoming }) => createContext(app, incoming.headers.authorization, incoming.ip),
  });
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers(); // Yoga reads the stream itself
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      url: '/api/graphql',
      method: ['POST'],
      handler: (request, reply) => yoga.handleNodeRequestAndResponse(request, reply, { incoming: request, reply }),
    });
  });
}

/** Class, SQL state and stack of an error, without its message's data: a message may quote what a user typed. */
function describe(error: unknown): object {
  const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, stack: frames?.slice(0, 8).join('\n') };
}

/** The one path behind the documented ones: /api/graphql/, /api/v2/graphql and /api/graphql/stream. */
export function apiPath(url: string): string {
  return url.replace(/^\/api\/(v2\/)?graphql(\/stream)?\/?(?=\?|$)/, '/api/graphql');
}
