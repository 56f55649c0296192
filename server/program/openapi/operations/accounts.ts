import {
  anything,
  component,
  done,
  integer,
  jsonAnswer,
  jsonBody,
  type Operation,
  type Operations,
  objectOf,
  oneOf,
  orNull,
  string,
  truth,
} from '../describe.ts';

const tag = 'Signing in';

const factors = { totp: orNull(string), passkey: orNull(component('PasskeyResponse')), browser: orNull(string) };
const entered = jsonAnswer('Signed in: the token for the header `Authorization: Bearer …`.', component('SignedIn'));
const begun = jsonAnswer(
  'The address of the provider, and the sealed rest of the sign-in.',
  objectOf({ url: string, flow: string }),
);
const providerResponse = {
  code: orNull(string),
  iss: orNull(string),
  error: orNull(string),
};

const open = (summary: string, rest: Omit<Operation, 'tag' | 'summary' | 'access'>): Operation => ({
  tag,
  summary,
  access: 'public',
  ...rest,
});

/** For people: programs use API keys. */
export const accountOperations: Operations = {
  'POST /api/auth': open('Sign in with a password', {
    body: jsonBody({ email: string, password: string }, { ...factors, publicKey: orNull(string) }),
    answers: { 200: entered },
    refusals: [401, 403, 409],
  }),
  'POST /api/device/challenge': open('Ask for the challenge of a trusted browser', {
    body: jsonBody({ device: { type: 'string', format: 'uuid' } }),
    answers: { 200: jsonAnswer('The challenge to sign.', objectOf({ challenge: string })) },
    refusals: [401, 403, 409],
  }),
  'POST /api/device': open('Sign in on a trusted browser', {
    body: jsonBody({ device: { type: 'string', format: 'uuid' }, challenge: string, signature: string }, factors),
    answers: { 200: entered },
    refusals: [401, 403, 409],
  }),
  'POST /api/passkey/challenge': open('Ask for the challenge of a passkey', {
    answers: { 200: jsonAnswer('The options of WebAuthn.', objectOf({ options: component('PasskeyOptions') })) },
    refusals: [409],
  }),
  'POST /api/passkey': open('Sign in with a passkey', {
    body: jsonBody({ passkey: component('PasskeyResponse') }, { browser: orNull(string) }),
    answers: { 200: entered },
    refusals: [401, 403, 409],
  }),
  'POST /api/sso/start': open('Begin a sign-in with a provider', {
    body: jsonBody({ provider: integer }),
    answers: { 200: begun },
    refusals: [403, 404, 409],
  }),
  'GET /api/sso/callback': open('Take the response of a provider back to the sign-in page', {
    query: Object.fromEntries(
      ['code', 'state', 'iss', 'error'].map((name) => [
        name,
        { schema: string, description: 'As OpenID Connect defines it.' },
      ]),
    ),
    answers: { 303: { description: 'A redirect to the page; the response is behind the #.' } },
  }),
  'POST /api/sso/finish': open('Finish a sign-in with a provider', {
    body: jsonBody({ flow: string, state: string }, { ...providerResponse, browser: orNull(string) }),
    answers: {
      200: jsonAnswer('Signed in, or a ticket if a second factor is missing.', {
        anyOf: [component('SignedIn'), objectOf({ ticket: string }, { factors: component('SecondFactors') })],
      }),
    },
    refusals: [401, 403, 409],
  }),
  'POST /api/sso/code': open('Add the second factor to a sign-in with a provider', {
    body: jsonBody({ ticket: string }, factors),
    answers: { 200: entered },
    refusals: [401, 403, 409],
  }),
  'POST /api/sso/link/start': {
    tag,
    summary: 'Begin to link a provider to the own account',
    access: 'inPerson',
    body: jsonBody({ provider: integer }),
    answers: { 200: begun },
    refusals: [404, 409],
  },
  'POST /api/sso/link': {
    tag,
    summary: 'Link a provider to the own account',
    access: 'inPerson',
    body: jsonBody({ flow: string, state: string }, providerResponse),
    answers: { 200: done('success_sso_linked') },
    refusals: [409],
  },
  'POST /api/renew': {
    tag,
    summary: 'Renew the token of a session',
    access: 'inPerson',
    answers: { 200: jsonAnswer('The new token.', objectOf({ token: string })) },
  },
  'POST /api/logout': {
    tag,
    summary: 'Sign out',
    access: 'inPerson',
    body: jsonBody({}, { keepsDevice: truth }),
    answers: {
      200: jsonAnswer(
        'Signed out.',
        objectOf({
          message: oneOf('success_logged_out'),
          trustedDevice: orNull(string),
          providerUrl: orNull(string),
        }),
      ),
    },
  },
  'POST /api/register': open('Register an account', {
    body: jsonBody(
      { email: string, firstName: string, lastName: string },
      { mobilePhoneNumber: orNull(string), password: orNull(string) },
    ),
    answers: { 201: done('success_user_created') },
    refusals: [403, 409],
  }),
  'POST /api/verify': {
    tag,
    summary: 'Confirm an account with the token of a mail',
    access: 'link',
    body: jsonBody({ token: string }, { password: orNull(string) }),
    answers: { 200: done('success_user_verified') },
    refusals: [404, 409],
  },
  'POST /api/forgot-password': open('Ask for a mail to reset the password', {
    body: jsonBody({ email: string }),
    answers: { 200: done('success_password_reset_requested') },
  }),
  'POST /api/reset-password': {
    tag,
    summary: 'Set a new password with the token of a mail',
    access: 'link',
    body: jsonBody({ token: string, password: string }),
    answers: { 200: done('success_password_reset') },
    refusals: [404, 409],
  },
};

/** Schemas that several of them use. */
export const accountSchemas = {
  SignedIn: objectOf({
    token: string,
    user: objectOf({
      id: string,
      _id: integer,
      email: string,
      firstName: string,
      lastName: string,
      mobilePhoneNumber: orNull(string),
      language: string,
      roles: { type: 'array', items: string },
      visibleFeatures: { type: 'array', items: string },
    }),
    trustedDevice: orNull(string),
  }),
  SecondFactors: objectOf({ app: truth, passkey: orNull(component('PasskeyOptions')) }),
  PasskeyOptions: {
    type: 'object',
    description: 'WebAuthn: PublicKeyCredentialRequestOptionsJSON.',
    properties: { challenge: string, rpId: string },
    required: ['challenge'],
  },
  PasskeyResponse: {
    type: 'object',
    description: 'WebAuthn: AuthenticationResponseJSON.',
    properties: { id: string, rawId: string, type: oneOf('public-key'), response: anything },
    required: ['id', 'rawId', 'type', 'response'],
  },
};
