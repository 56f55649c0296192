import { AsyncLocalStorage } from 'node:async_hooks';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '#server/context.ts';
import { markedByKey } from '#shared/api-keys.ts';

// The logs must name the key whatever verb writes them, also the ones that know a user's number only.
const acting = new AsyncLocalStorage<string>();

/** Name of the API key whose request is being worked on; undefined for people and for the program itself. */
export const actingKey = (): string | undefined => acting.getStore();

/** Does something for a request with an API key; without a key it is the person who does it. */
export const withActingKey = <T>(key: { name: string } | null, work: () => T): T =>
  key ? acting.run(key.name, work) : work();

/** A line of the audit log, with the name of the key that acts. */
export function withKey(text: string): string {
  const key = actingKey();
  return key === undefined ? text : markedByKey(text, key, 'de');
}

/** Lets everything done for a request with an API key know the key's name. */
export const nameActingKey: Plugin<Context> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const key = (args.contextValue as Context).viewer?.apiKey;
    if (key) setExecuteFn((given) => withActingKey(key, () => executeFn(given)));
  },
};
