import { execute, type GraphQLField, subscribe } from 'graphql';
import { createContext } from '#server/api/http/context.ts';
import { schema } from '#server/program/schema.ts';
import type { Role } from '#shared/permissions.ts';
import { minimalCall, type Overrides } from '#testing/minimal-call.ts';
import { parseOnce } from '#testing/parse-once.ts';
import { closedToKeys, permissionMatrix, roleOfLetter } from '#testing/permission-matrix.ts';
import type { TestServer } from '#testing/server.ts';

type RootName = 'Query' | 'Mutation' | 'Subscription';

export const rootTypes = {
  Query: schema.getQueryType()!,
  Mutation: schema.getMutationType()!,
  Subscription: schema.getSubscriptionType()!,
};

export interface MatrixLine {
  key: string;
  root: RootName;
  field: GraphQLField<unknown, unknown>;
  /** activation or communication, where the right depends on it. */
  case: string | undefined;
  access: string;
}

const parts = /^(Query|Mutation|Subscription)\.(\w+)(?: \((\w+)\))?$/;

/** The permission matrix. */
export const lines: readonly MatrixLine[] = Object.entries(permissionMatrix).flatMap(([key, access]): MatrixLine[] => {
  const [, root, name = '', kind] = parts.exec(key) ?? [];
  const field = root && rootTypes[root as RootName].getFields()[name];
  return field ? [{ key, root: root as RootName, field, case: kind, access }] : [];
});

/** Caller: signed out, with an invalid session, with an API key with all possible features, or with these roles. */
export type MatrixCaller = 'signedOut' | 'refused' | 'key' | readonly Role[];

export function mayCall({ key, access }: MatrixLine, caller: MatrixCaller): boolean {
  if (access === 'public') return caller !== 'refused';
  if (caller === 'key') return access !== 'inPerson' && !closedToKeys.has(key);
  if (typeof caller === 'string') return false;
  return (
    access === 'signedIn' ||
    access === 'inPerson' ||
    access.split(' ').some((letter) => caller.includes(roleOfLetter[letter]!))
  );
}

/** Refusal of a call; empty if it succeeded. */
export interface MatrixOutcome {
  code: string | undefined;
  message: string | undefined;
}

/** Calls an operation with only its required arguments, and these values. */
export async function callLine(
  server: Pick<TestServer, 'app'>,
  line: MatrixLine,
  authorization: string | undefined,
  given: Overrides,
): Promise<MatrixOutcome> {
  const operation = line.root.toLowerCase() as Lowercase<RootName>;
  const { document, variables } = minimalCall(operation, line.field, given);
  try {
    const contextValue = await createContext(server.app, authorization, '127.0.0.1');
    const args = { schema, document: parseOnce(document), variableValues: variables, contextValue };
    let result = line.root === 'Subscription' ? await subscribe(args) : await execute(args);
    if (Symbol.asyncIterator in result) {
      const first = await result.next();
      await result.return?.();
      result = first.value ?? {};
    }
    const error = 'errors' in result ? result.errors?.[0] : undefined;
    return { code: error?.extensions['code'] as string | undefined, message: error?.message };
  } catch (error) {
    const { extensions, message } = error as { extensions?: { code: string }; message: string };
    return { code: extensions?.code, message };
  }
}
