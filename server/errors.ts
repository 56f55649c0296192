import { GraphQLError } from 'graphql';
import { type RefusalKey, refusals } from '#shared/refusals.ts';

/**
 * An answer meant for the user: `message` is a key the client translates as apiMessage.<key>.
 * `fields` maps a bad input field to its own key. Everything else that is thrown is a bug and is masked.
 */
export class Refusal extends GraphQLError {
  readonly key: RefusalKey;
  constructor(key: RefusalKey, fields?: Record<string, RefusalKey>, details?: Record<string, unknown>) {
    const code = refusals[key];
    super(key, {
      extensions: {
        code,
        ...(fields ? { fields } : {}),
        ...(details ? { details } : {}),
        ...(code === 'UNAUTHENTICATED' ? { http: { status: 401 } } : {}),
      },
    });
    this.key = key;
  }
}
