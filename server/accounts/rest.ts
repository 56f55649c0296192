import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mountPasskeys } from '#server/accounts/passkeys/rest.ts';
import { mountSingleSignOn } from '#server/accounts/single-sign-on/rest.ts';
import { signOutUrl } from '#server/accounts/single-sign-on/sign-out.ts';
import { challengeDevice } from '#server/accounts/trusted-devices/trusted-devices.ts';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { emailInput, nameInput, phoneInput } from '#server/api/contact-input.ts';
import { contextOf, createContext } from '#server/api/http/context.ts';
import { withActing } from '#server/api/viewer/acting.ts';
import { inSession } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { networkOf } from '#server/platform/throttle.ts';
import { emailAddress } from '#shared/email-address.ts';
import { acceptedLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { register, verifyUser } from './registration.ts';
import { countRefusals, factorForm, factorIn, parse, signInResponse } from './rest-parts.ts';
import { endSession, renewSession, trustedDeviceOf } from './sessions.ts';
import { signInOnDevice, signInWithPassword } from './sign-in.ts';
import { mountServerStatus } from './status.ts';
import { visitOf } from './visit.ts';

const text = z.string().max(limits.passwordMaximum * 4); // not trimmed, because a password may end with a space
const credentials = z.object({ email: text, password: text });
const factor = { ...factorForm.shape, browser: z.string().max(64).nullish() };
const signInForm = credentials.extend({ ...factor, publicKey: z.string().max(400).nullish() });
const device = z.object({ device: z.uuid() });
const proof = device.extend({ ...factor, challenge: z.string().max(100), signature: z.string().max(200) });
const leaving = z.object({ keepsDevice: z.boolean().optional() });
const registration = z.object({
  email: text,
  firstName: text,
  lastName: text,
  mobilePhoneNumber: text.nullish(),
  password: text.nullish(),
});
const address = z.object({ email: text });
const token = z.object({ token: text });
const newPassword = token.extend({ password: text });
const confirmation = token.extend({ password: text.nullish() });

const contextFor = (app: App) => (request: FastifyRequest) => createContext(app, undefined, request.ip);

/** Mounts sign-in, registration and password routes; {message, fields?} if refused. */
export function mountAuth(fastify: FastifyInstance, app: App): void {
  takeEmptyBodies(fastify);
  // only the request's content identifies the user
  fastify.addHook('preHandler', (request, _reply, done) =>
    withActing({ userId: null, key: null, network: networkOf(request.ip) }, done),
  );
  mountServerStatus(fastify, app);
  mountSingleSignOn(fastify, app);
  mountPasskeys(fastify, app);
  mountSignIn(fastify, app);
  mountAccount(fastify, app);
}

function mountSignIn(fastify: FastifyInstance, app: App): void {
  const context = contextFor(app);
  const pages = within(app, 'pages');
  // anonymous requests must not delay alarms
  const inGate = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await app.pools.pages.gate.enter();
    return work().finally(leave);
  };
  const visit = (request: FastifyRequest, browser: string | null | undefined) =>
    visitOf(request.ip, request.headers['user-agent'], browser);

  fastify.post('/api/auth', async (request) => {
    const { email, password, browser, publicKey, ...rest } = parse(signInForm, request.body);
    if ([...password].length > limits.passwordMaximum) throw new Refusal('error_invalid_input');
    const given = { email: emailAddress(email)?.norm ?? email.trim(), password, ...factorIn(rest) };
    return signInResponse(
      app,
      request,
      await signInWithPassword(await context(request), given, visit(request, browser), publicKey ?? null),
    );
  });

  fastify.post('/api/device/challenge', async (request) => {
    const { device: id } = parse(device, request.body);
    return inGate(async () => ({
      challenge: await countRefusals(pages, request, 'device_not_trusted', () => challengeDevice(pages, id)),
    }));
  });

  fastify.post('/api/device', async (request) => {
    const { browser, totp, passkey, ...shown } = parse(proof, request.body);
    const given = { ...shown, ...factorIn({ totp, passkey }) };
    const ctx = await context(request);
    const signingIn = () => signInOnDevice(ctx, given, visit(request, browser));
    return signInResponse(app, request, await countRefusals(pages, request, 'error_device_again', signingIn));
  });

  fastify.post('/api/renew', async (request) => {
    const ctx = inSession(await contextOf(app, request));
    return { token: await renewSession(ctx) };
  });

  fastify.post('/api/logout', async (request, reply) => {
    const ctx = inSession(await contextOf(app, request));
    const { keepsDevice = false } = parse(leaving, request.body);
    const { sessionId } = ctx.viewer;
    const [trustedDevice, providerUrl] = [await trustedDeviceOf(ctx, sessionId), await signOutUrl(app, sessionId)];
    await endSession(ctx, sessionId, { keepsDevice });
    void reply.header('clear-site-data', '"cache"'); // not the storage: the language stays
    return { message: 'success_logged_out', trustedDevice, providerUrl };
  });
}

function mountAccount(fastify: FastifyInstance, app: App): void {
  const context = contextFor(app);
  const pages = within(app, 'pages');

  fastify.post('/api/register', async (request, reply) => {
    const body = parse(registration, request.body);
    const ctx = await context(request);
    await register(ctx, {
      email: emailInput(body.email),
      firstName: nameInput('firstName', body.firstName),
      lastName: nameInput('lastName', body.lastName),
      mobilePhoneNumber: await phoneInput(ctx.db, body.mobilePhoneNumber ?? null),
      password: body.password ?? null,
      language: await languageOf(app, request.headers['accept-language']),
    });
    return reply.code(201).send({ message: 'success_user_created' });
  });

  fastify.post('/api/verify', async (request) => {
    const body = parse(confirmation, request.body);
    const ctx = await context(request);
    await countRefusals(pages, request, 'invalid_token', () => verifyUser(ctx, body.token, body.password ?? null));
    return { message: 'success_user_verified' };
  });

  fastify.post('/api/forgot-password', async (request) => {
    const body = parse(address, request.body);
    await requestPasswordReset(await context(request), emailInput(body.email));
    return { message: 'success_password_reset_requested' };
  });

  fastify.post('/api/reset-password', async (request) => {
    const body = parse(newPassword, request.body);
    const ctx = await context(request);
    await countRefusals(pages, request, 'invalid_token', () => resetPassword(ctx, body.token, body.password));
    return { message: 'success_password_reset' };
  });
}

/** Treats an empty body as {}, even if declared as JSON. */
function takeEmptyBodies(fastify: FastifyInstance): void {
  const json = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void json(request, String(body), done);
  });
}

async function languageOf(app: App, accepted: string | undefined): Promise<string> {
  return acceptedLanguage(accepted) ?? usualLanguage(app.db);
}
