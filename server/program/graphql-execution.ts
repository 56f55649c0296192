import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import {
  _createLRUCache as createLRUCache,
  createYoga,
  type Plugin,
  type YogaInitialContext,
  type YogaServerInstance,
} from 'graphql-yoga';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import {
  followPlans,
  hideSchema,
  type Incoming,
  limitParser,
  refuseUnfit,
  requestFault,
} from '#server/api/graphql/documents.ts';
import { createContext } from '#server/api/http/context.ts';
import { causeOf, isRequestFault, refusalOf } from '#server/api/http/mask.ts';
import { startSharing } from '#server/api/live-queries/sharing.ts';
import { watchedBy } from '#server/api/live-queries/watch.ts';
import type { WatchedView } from '#server/api/live-queries/watcher.ts';
import { countDenied, countDeniedIn, noteDenied } from '#server/api/security-log/denied.ts';
import { nameWhoActs } from '#server/api/viewer/acting.ts';
import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import { readingViewerOf, viewerOf } from '#server/api/viewer/viewer.ts';
import type { App, Context, Viewer } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Gate } from '#server/platform/limiter.ts';
import { limits } from '#shared/limits.ts';
import { schema } from './schema.ts';

/** Queries use the pool of pages, and equal simultaneous ones share a result; uploads use `bulk`. */
function withinBudgets(app: App): Plugin<Context & ExecutionRequest> {
  const { pools } = app;
  const share = startSharing<unknown>();
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const ctx = args.contextValue as Context & ExecutionRequest & YogaInitialContext;
      const { pool = 'pages', isVital = false, params, viewer } = ctx;
      const { gate, eachUser } = pools[pool];
      const inTurn = <T>(work: () => Promise<T>) =>
        viewer ? eachUser(viewer.apiKey ? `key ${viewer.apiKey.id}` : `user ${viewer.id}`, work) : work();
      if (pool === 'vital') {
        const { lesser } = pools.vital;
        if (!isVital) setExecuteFn((given) => inTurn(() => passing(lesser, () => executeFn(given))));
        // A mutation may change a user's access. This process forgets its checked sessions before it answers.
        return { onExecuteDone: () => checkedSessions(app).forget() };
      }
      const run = (given: Parameters<typeof executeFn>[0], reader: Viewer | null) =>
        passing(gate, async () => writtenOnce(await executeFn({ ...given, contextValue: { ...ctx, viewer: reader } })));
      // A user with many requests waits before the shared pool, so other users are not delayed.
      setExecuteFn((given) =>
        inTurn(async () =>
          pool === 'pages'
            ? share({
                document: JSON.stringify([params.query, params.operationName ?? null]),
                variables: JSON.stringify(params.variables ?? {}),
                viewer,
                compute: (reader) => run(given, reader),
              })
            : run(given, viewer),
        ),
      );
    },
  };
}

async function passing<T>(gate: Gate, work: () => T | Promise<T>): Promise<T> {
  const leave = await gate.enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Returns the result with its text, which several responses share. */
function writtenOnce(result: ExecutionResult): ExecutionResult {
  let text: string | undefined;
  const stringify = (told: unknown) => (text ??= JSON.stringify(told));
  return result.errors ? result : Object.assign(result, { stringify });
}

/** Registers a subscription with the shared live queries instead of opening a stream of its own. */
function watchTogether(app: App, mask: (error: unknown) => GraphQLError): Plugin<Context & ExecutionRequest> {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const { incoming, params, viewer, watching } = args.contextValue as Context &
          ExecutionRequest &
          YogaInitialContext;
        if (!/text\/event-stream|\*\/\*/.test(incoming.headers.accept ?? '*/*')) {
          return { errors: [requestFault(new GraphQLError('A subscription is answered as text/event-stream.'))] };
        }
        const watched = await watchedBy(app, args, params.query ?? '', mask);
        if (!('compute' in watched)) {
          countDeniedIn(args.contextValue as Context, args, watched.errors);
          return watched;
        }
        Object.assign(watching, { viewer, watched });
        return { data: null };
      });
    },
  };
}

const tooLarge = new Refusal('error_request_size');

/** A request with the result of its execution. */
export interface ExecutionRequest extends Incoming {
  /** The view that a subscription watches. */
  watching: { viewer?: Viewer | null; watched?: WatchedView };
}

/** Creates the execution of API requests, with the schema. */
export function createExecution(app: App): YogaServerInstance<ExecutionRequest, Context> {
  const maskError = (error: unknown): GraphQLError => {
    if (causeOf(error) instanceof Refusal) return error as GraphQLError; // it knows its place in the document
    if ((error as GraphQLError).extensions?.['code'] === 'REQUEST_ENTITY_TOO_LARGE') return tooLarge;
    return isRequestFault(error) ? requestFault(error) : refusalOf(error, app);
  };
  return createYoga<ExecutionRequest, Context>({
    schema,
    graphqlEndpoint: '/api/*', // Fastify chose the path already
    graphiql: false,
    landingPage: false,
    multipart: true,
    parserAndValidationCache: { documentCache: createLRUCache({ max: 300 }), errorCache: createLRUCache({ max: 30 }) },
    batching: false,
    cors: false,
    plugins: [
      limitParser,
      hideSchema,
      refuseUnfit,
      followPlans,
      nameWhoActs,
      noteDenied,
      withinBudgets(app),
      watchTogether(app, maskError),
    ],
    maxRequestBodySize: limits.requestBytes,
    maskedErrors: { maskError },
    logging: false,
    context: ({ incoming, pool = 'pages' }) =>
      createContext(
        // Looks up the watching user in the pool for pages, because live views may use all connections of their own pool.
        within(app, pool === 'live' ? 'pages' : pool),
        incoming.headers.authorization,
        incoming.ip,
        pool === 'pages' || pool === 'live' ? readingViewerOf : viewerOf,
      ).catch((refusal: Error) => {
        countDenied({ securityLog: app.securityLog, viewer: null, ip: incoming.ip }, 'graphql', refusal);
        throw refusal;
      }),
  });
}
