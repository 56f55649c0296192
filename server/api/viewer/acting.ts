import { AsyncLocalStorage } from 'node:async_hooks';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/throttle.ts';
import { markedByKey } from '#shared/api-keys.ts';

/** The actor of the request and its network; null for the program. */
export interface Acting {
  userId: number | null;
  key: { id?: number; name: string } | null;
  network: string | null;
}

const nobody: Acting = { userId: null, key: null, network: null };

// Logs need the actor in every verb.
const acting = new AsyncLocalStorage<Acting>();

/** Returns the current actor. */
export const whoActs = (): Acting => acting.getStore() ?? nobody;

export const actingKey = (): string | undefined => whoActs().key?.name;

/** Runs work as an actor. */
export const withActing = <T>(who: Acting, work: () => T): T => acting.run(who, work);

/** Runs work as an API key or person. */
export const withActingKey = <T>(key: Acting['key'], work: () => T): T =>
  key ? withActing({ ...whoActs(), key }, work) : work();

/** Returns the actor of a request. */
export const actingIn = ({ viewer, ip }: Pick<Context, 'viewer' | 'ip'>): Acting => ({
  userId: viewer?.id ?? null,
  key: viewer?.apiKey ?? null,
  network: networkOf(ip),
});

/** Appends the acting key's name to an audit line. */
export function withKey(text: string): string {
  const key = actingKey();
  return key === undefined ? text : markedByKey(text, key, 'de');
}

/** Provides the actor to mutations and to requests by API keys. */
export const nameWhoActs: Plugin<Context> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const ctx = args.contextValue as Context;
    const operation = getOperationAST(args.document, args.operationName);
    if (!ctx.viewer?.apiKey && operation?.operation !== OperationTypeNode.MUTATION) return;
    setExecuteFn((given) => withActing(actingIn(ctx), () => executeFn(given)));
  },
};
