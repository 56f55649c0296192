import type { GraphQLField } from 'graphql';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Feature, features, type Role, roles } from '#shared/permissions.ts';
import type { Access, Operation } from './describe.ts';

interface Scopes {
  public?: boolean;
  signedIn?: boolean;
  inPerson?: boolean;
  session?: boolean;
  owner?: boolean;
  feature?: Feature;
  anyFeature?: readonly Feature[] | undefined;
}

/** A rule that is a function, with its features. */
type Rule = ((...args: never[]) => unknown) & { features?: readonly Feature[] };

export function accessOf(field: GraphQLField<unknown, unknown>): Pick<Operation, 'access' | 'isPersonal'> {
  const { pothosOptions: options } = field.extensions as { pothosOptions?: { authScopes?: Scopes | Rule } };
  const rule = options?.authScopes;
  const scopes: Scopes = typeof rule === 'function' ? { anyFeature: rule.features } : (rule ?? {});
  const plain = plainAccess(scopes);
  if (plain) return { access: plain };
  if (scopes.owner) return { access: ['system_owner'], isPersonal: true };
  const needed = scopes.anyFeature ?? (scopes.feature ? [scopes.feature] : []);
  if (needed.length === 0) throw new Error(`the rule of ${field.name} cannot be described`);
  const having: ReadonlySet<string> = new Set(needed.flatMap((feature): readonly string[] => features[feature]));
  const access: readonly Role[] = roles.filter((role) => having.has(role));
  return needed.some((feature) => keyFeatures.includes(feature)) ? { access } : { access, isPersonal: true };
}

function plainAccess(scopes: Scopes): Access | null {
  if (scopes.public) return 'public';
  if (scopes.signedIn) return 'signedIn';
  return scopes.session || scopes.inPerson ? 'inPerson' : null;
}
