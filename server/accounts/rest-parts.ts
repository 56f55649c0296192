import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { assertion } from '#server/accounts/passkeys/responses.ts';
import type { GivenFactor } from '#server/accounts/totp/second-factor.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { viewerOf } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { networkOf, refuseFlood } from '#server/platform/throttle.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { cleanTexts } from '#shared/stored-text.ts';
import type { SignInResult } from './sign-in.ts';

/** Returns token, user, and trusted device. */
export async function signInResponse(app: App, request: FastifyRequest, { token, user, trustedDevice }: SignInResult) {
  const viewer = await viewerOf(app, `Bearer ${token}`, request.ip);
  return { token, user: { ...profileOf(user), visibleFeatures: [...viewer!.features] }, trustedDevice };
}

/** The second factor in a body. */
export const factorForm = z.object({ totp: z.string().max(40).nullish(), passkey: assertion.nullish() });

/** Returns the second factor of a parsed body. */
export const factorIn = ({ totp, passkey }: z.infer<typeof factorForm>): GivenFactor => ({
  totp: totp ?? null,
  passkey: passkey ?? null,
});

/** Returns the parsed body, without unknown fields. Refuses with all faults. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(cleanTexts(body ?? {}));
  if (result.success) return result.data;
  const given = (body ?? {}) as Record<string, unknown>;
  const fields = result.error.issues.flatMap(({ path: [field] }): [string, RefusalKey][] =>
    field === undefined
      ? []
      : [[String(field), given[String(field)] === undefined ? 'error_required' : 'error_invalid_input']],
  );
  throw new Refusal('error_invalid_input', Object.fromEntries(fields));
}

/** Counts only refusals per network, because a company may share one. */
export async function countRefusals<T>(
  app: App,
  request: FastifyRequest,
  kind: RefusalKey,
  verb: () => Promise<T>,
): Promise<T> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof Refusal && error.key === kind) {
      if (kind === 'invalid_token')
        app.securityLog.count({ kind: 'link_refused', network: networkOf(request.ip), what: 'token' });
      await refuseFlood(app.db, kind, request.ip, 20, 60);
    }
    throw error;
  }
}

const profileOf = (user: Row<'users'>) => ({
  id: idOf('users', user.id),
  _id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  mobilePhoneNumber: user.mobilePhoneNumber,
  language: user.language,
  roles: user.roles,
});
