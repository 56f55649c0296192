import { AsyncLocalStorage } from 'node:async_hooks';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/throttle.ts';
import { markedByKey } from '#shared/api-keys.ts';

/** Whose request is being worked on, and from which network it came; all null for the program itself. */
export interface Acting {
  userId: number | null;
  key: { id?: number; name: string } | null;
  network: string | null;
}

const nobody: Acting = { userId: null, key: null, network: null };

// The logs must name who acts whatever verb writes them, also the ones that know a user's number only.
const acting = new AsyncLocalStorage<Acting>();

/** Who acts at the moment. */
export const whoActs = (): Acting => acting.getStore() ?? nobody;

/** Name of the API key whose request is being worked on; undefined for people and for the program itself. */
export const actingKey = (): string | undefined => whoActs().key?.name;

/** Does something as somebody. */
export const withActing = <T>(who: Acting, work: () => T): T => acting.run(who, work);

/** Does something for a request with an API key; without a key it is the person who does it. */
export const withActingKey = <T>(key: Acting['key'], work: () => T): T =>
  key ? withActing({ ...whoActs(), key }, work) : work();

/** Who acts in a request. */
export const actingIn = ({ viewer, ip }: Pick<Context, 'viewer' | 'ip'>): Acting => ({
  userId: viewer?.id ?? null,
  key: viewer?.apiKey ?? null,
  network: networkOf(ip),
});

/** A line of the audit log, with the name of the key that acts. */
export function withKey(text: string): string {
  const key = actingKey();
  return key === undefined ? text : markedByKey(text, key, 'de');
}

/** Lets everything that changes something, or is done for an API key, know who acts. */
export const nameWhoActs: Plugin<Context> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const ctx = args.contextValue as Context;
    const operation = getOperationAST(args.document, args.operationName);
    if (!ctx.viewer?.apiKey && operation?.operation !== OperationTypeNode.MUTATION) return;
    setExecuteFn((given) => withActing(actingIn(ctx), () => executeFn(given)));
  },
};
