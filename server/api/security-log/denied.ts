import { type ExecutionArgs, type GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/throttle.ts';
import { type RefusalKey, refusals } from '#shared/refusals.ts';

type Asking = Pick<Context, 'securityLog' | 'viewer' | 'ip'>;

// a failed sign-in has its own entry
const ofSignIn: ReadonlySet<string> = new Set([
  'device_not_trusted',
  'error_device_again',
  'invalid_credentials',
  'user_not_verified',
  'user_needs_approval',
  'user_inactive',
  'totp_required',
  'totp_invalid',
  'error_totp_unreadable',
] satisfies RefusalKey[]);

function isDenied(key: string): boolean {
  const code = Object.hasOwn(refusals, key) ? refusals[key as RefusalKey] : undefined;
  return (code === 'FORBIDDEN' || code === 'UNAUTHENTICATED') && !ofSignIn.has(key);
}

/** Counts refusals for lack of rights; ignores other errors. */
export function countDenied({ securityLog, viewer, ip }: Asking, what: string, error: { message: string }): void {
  if (!isDenied(error.message)) return;
  const [userId, apiKeyId] = [viewer?.id ?? null, viewer?.apiKey?.id ?? null];
  securityLog.count({ kind: 'denied', userId, apiKeyId, network: networkOf(ip), what, detail: error.message });
}

/** The same for a GraphQL response: each operation once. */
export function countDeniedIn(ctx: Asking, args: ExecutionArgs, errors: readonly GraphQLError[] | undefined): void {
  if (!errors?.length) return;
  const operation = getOperationAST(args.document, args.operationName)?.operation ?? 'query';
  const denied = new Map(errors.map((error) => [`${operation} ${fieldOf(error)}\n${error.message}`, error]));
  for (const error of denied.values()) countDenied(ctx, `${operation} ${fieldOf(error)}`, error);
}

function fieldOf({ nodes }: GraphQLError): string {
  const node = nodes?.[0];
  return node?.kind === Kind.FIELD ? node.name.value : '';
}

/** Counts refused queries and mutations. */
export const noteDenied: Plugin<Context> = {
  onExecute({ args }) {
    return {
      onExecuteDone({ result }) {
        if ('errors' in result) countDeniedIn(args.contextValue as Context, args, result.errors);
      },
    };
  },
};
