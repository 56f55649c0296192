import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLError,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { App, Context, Viewer } from '#server/platform/context.ts';
import { httpStatus } from '#server/platform/errors.ts';
import type { Followed } from '#server/platform/live/topics.ts';
import type { RefusalCode } from '#shared/refusal-code.ts';
import { Unavailable, type WatchedView } from './watcher.ts';

/** Converts an error for clients. */
export type Mask = (error: unknown) => GraphQLError;

/** Returns a subscription's live view, or the refusals. Uses new loaders each time. */
export async function watchedBy(
  app: App,
  args: ExecutionArgs,
  text: string,
  mask: Mask,
): Promise<WatchedView | ExecutionResult> {
  const valid = validateSubscriptionArgs(args);
  if (!('operation' in valid)) return { errors: valid };
  const source = await createSourceEventStream(valid);
  if (!('topics' in source)) {
    const { errors = [] } = source as ExecutionResult;
    return { data: null, errors: errors.map((error) => refused(mask(error))) };
  }
  const place = within(app, 'live');
  return {
    document: JSON.stringify([text, args.operationName ?? null]),
    variables: JSON.stringify(args.variableValues ?? {}),
    topics: (source as Followed).topics,
    compute: async (viewer) => textOf(await answer(place, valid, viewer), mask),
  };
}

/** Adds the refusal's status, so that clients don't retry forever. */
function refused(error: GraphQLError): GraphQLError {
  const { message, nodes, path, extensions } = error;
  const status = httpStatus(extensions['code'] as RefusalCode);
  const http = { ...(extensions['http'] as object | undefined), status };
  return new GraphQLError(message, { nodes, path, originalError: error, extensions: { ...extensions, http } });
}

function answer(app: App, valid: ValidatedSubscriptionArgs, viewer: Viewer | null) {
  const contextValue: Context = { ...app, viewer, loaders: createLoaders(app.db), ip: '' };
  return executeSubscriptionEvent({ ...valid, contextValue, rootValue: {} });
}

function textOf({ data, errors }: ExecutionResult, mask: Mask): string {
  if (!errors) return JSON.stringify({ data });
  const masked = errors.map(mask);
  // internal failures, such as a deadlock, may be temporary
  const isPassing = masked.some(({ extensions: { code } }) => code === 'UNAVAILABLE' || code === 'INTERNAL');
  if (isPassing) throw new Unavailable(JSON.stringify({ errors: masked.map(told), data: null }));
  return JSON.stringify({ errors: masked.map(told), data });
}

function told(error: GraphQLError) {
  const { extensions, ...rest } = error.toJSON();
  const { http: _http, ...own } = extensions ?? {};
  return { ...rest, extensions: own };
}
