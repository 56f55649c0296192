import { emailAddress } from '#shared/email-address.ts';
import { limits } from '#shared/limits.ts';
import { cleanText } from '#shared/stored-text.ts';

/** Claims of an ID token or of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a provider about a person. */
export interface ProviderPerson {
  /** Null if the provider sends no readable address. */
  email: string | null;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value).trim() : '');
const nameOf = (value: unknown): string => textOf(value).slice(0, limits.nameMaximum);

/** Without a family name, uses the last word of the name. */
export function personOf(claims: Claims): ProviderPerson {
  const email = emailAddress(textOf(claims['email']))?.norm ?? null;
  const whole = nameOf(claims['name']) || nameOf(claims['preferred_username']) || email?.split('@')[0] || '?';
  const cut = whole.lastIndexOf(' ');
  return {
    email,
    isEmailVerified: claims['email_verified'] === true,
    firstName: nameOf(claims['given_name']) || (cut > 0 ? whole.slice(0, cut).trim() : '–'),
    lastName: nameOf(claims['family_name']) || whole.slice(cut + 1),
  };
}

const mostGroups = 10_000;

/**
 * Returns the groups in a claim: a list or a text; a dot leads into an object (`realm_access.roles`). Null without any.
 */
export function groupsOf(claims: Claims, path: string): string[] | null {
  const value = claims[path] ?? within(claims, path);
  if (value === undefined || value === null) return null;
  const list = Array.isArray(value) ? value.slice(0, mostGroups) : [value];
  return list.filter((one): one is string => typeof one === 'string');
}

function within(claims: Claims, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Claims)[name] : undefined,
      claims,
    );
}

/** Returns whether the provider omitted the groups because there are too many (Entra ID above 200). */
export function hasTooManyGroups(claims: Claims): boolean {
  const elsewhere = claims['_claim_names'];
  return claims['hasgroups'] === true || (typeof elsewhere === 'object' && elsewhere !== null && 'groups' in elsewhere);
}

// RFC 8176, and what Entra ID and Keycloak write
const factors = new Set([
  'mfa',
  'otp',
  'hwk',
  'swk',
  'fpt',
  'face',
  'iris',
  'retina',
  'sc',
  'sms',
  'tel',
  'pop',
  'fido',
  'ngcmfa',
]);

/** Returns whether the token lists only one factor (`amr`). */
export function deniesSecondFactor(claims: Claims): boolean {
  const methods = claims['amr'];
  return Array.isArray(methods) && methods.length > 0 && !methods.some((method) => factors.has(String(method)));
}
