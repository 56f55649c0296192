import {
  arrayOf,
  component,
  integer,
  json,
  jsonAnswer,
  jsonBody,
  moment,
  type Operations,
  objectOf,
  oneOf,
  orNull,
  string,
  truth,
} from '../describe.ts';

const triggers = 'Triggers';
const operation = 'Operation';
const devices = 'Devices and screens';
const restore = 'First restore';

const graphqlAnswer = json(component('GraphqlAnswer'));
const stream = { description: 'Events of the stream (server-sent events).', content: { 'text/event-stream': string } };
const upload = { upload: { type: 'string', description: 'The name of the upload.' } };

/** Operations for programs, devices, monitoring and the first restore. */
export const programOperations: Operations = {
  'POST /api/graphql': {
    tag: 'GraphQL',
    summary: 'Send a query, mutation or subscription',
    description:
      'Its own reference lists all operations. With `Accept: text/event-stream`, a subscription is a stream. Files are sent in the GraphQL multipart request format.',
    access: 'public',
    body: {
      'application/json': {
        type: 'object',
        properties: { query: string, variables: orNull({ type: 'object' }), operationName: orNull(string) },
        required: ['query'],
      },
      'multipart/form-data': { type: 'object' },
    },
    answers: {
      200: {
        description: 'The result. Refusals are in `errors`.',
        content: { ...graphqlAnswer, 'text/event-stream': string },
      },
      400: { description: 'The document or its variables are wrong.', content: graphqlAnswer },
      401: {
        description: 'The token is missing or invalid.',
        content: { ...graphqlAnswer, 'text/event-stream': string },
      },
      413: { description: 'The request is too large.', content: graphqlAnswer },
      503: { description: 'The database is unreachable.', content: graphqlAnswer },
    },
  },
  'POST /api/triggers': {
    tag: triggers,
    summary: 'Start a prepared alarm',
    description: 'A repetition with the same id starts nothing.',
    access: ['crisis_manager', 'administrator'],
    body: jsonBody({ trigger: string, id: string }, { place: string, text: string, exercise: truth }),
    answers: {
      201: jsonAnswer('The alarm started.', component('TriggerStart')),
      200: jsonAnswer('The same id, or another within a minute, had started it.', component('TriggerStart')),
    },
    refusals: [404, 409],
  },
  'DELETE /api/triggers/:trigger/:id': {
    tag: triggers,
    summary: 'Cancel an alarm while nothing has left',
    access: ['crisis_manager', 'administrator'],
    path: { trigger: string, id: string },
    answers: { 200: jsonAnswer('The alarm is cancelled.', component('TriggerStart')) },
    refusals: [409],
  },
  'POST /api/monitor': {
    tag: devices,
    summary: 'Watch an event with the link of a monitor',
    access: 'link',
    body: jsonBody({ event: integer, token: string }, { language: string }),
    answers: { 200: stream },
    refusals: [404],
  },
  'POST /api/push/moved': {
    tag: devices,
    summary: 'Report the new address of a browser',
    access: 'link',
    body: jsonBody({
      former: objectOf({ endpoint: string, auth: string }),
      now: objectOf({ endpoint: string, p256dh: string, auth: string }),
    }),
    answers: { 204: { description: 'The address is stored.' } },
    refusals: [404, 409],
  },
  'POST /api/push/:key/:device/:mac': {
    tag: devices,
    summary: 'Report that a notification was shown, clicked or answered',
    access: 'link',
    path: { key: string, mac: string },
    body: jsonBody({ state: oneOf('shown', 'clicked', 'answered') }, { option: string, press: string }),
    answers: { 204: { description: 'The report is stored.' } },
    refusals: [409],
  },
  'POST /api/policy-reports': {
    tag: devices,
    summary: 'Report a blocked resource (browsers do that)',
    access: 'public',
    body: { 'application/csp-report': { type: 'object' }, 'application/reports+json': {} },
    answers: { 204: { description: 'The report is counted.' } },
  },
  'GET /api/status': {
    tag: operation,
    summary: 'The state of the server, and the data of signed-out pages',
    access: 'public',
    answers: {
      200: jsonAnswer('Database and queue work.', component('ServerStatus')),
      503: jsonAnswer('The database or the queue does not work.', component('ServerStatus')),
    },
  },
  'GET /api/life': {
    tag: operation,
    summary: 'The signed statement of a released second place, for the first one when it comes back',
    access: 'public',
    answers: {
      200: jsonAnswer('The text and its Ed25519 signature in Base64.', objectOf({ text: string, signature: string })),
    },
    refusals: [404],
  },
  'GET /healthz': {
    tag: operation,
    summary: 'The process lives',
    access: 'public',
    answers: { 200: jsonAnswer('It lives.', objectOf({ status: oneOf('ok') })) },
  },
  'GET /readyz': {
    tag: operation,
    summary: 'The process can work',
    access: 'public',
    answers: {
      200: jsonAnswer('It can work.', component('Readiness')),
      503: jsonAnswer('It cannot work, and why.', component('Readiness')),
    },
  },
  'GET /metrics': {
    tag: operation,
    summary: 'Metrics for Prometheus, with METRICS_TOKEN as bearer token',
    access: 'link',
    answers: { 200: { description: 'The metrics.', content: { 'text/plain': string } } },
    refusals: [404],
  },
  'GET /api/openapi.json': {
    tag: operation,
    summary: 'This description',
    access: 'public',
    answers: { 200: jsonAnswer('The description (OpenAPI 3.1).', { type: 'object' }) },
  },
  'GET /api/restore': {
    tag: restore,
    summary: 'Whether a backup can be restored over this empty installation',
    access: 'link',
    answers: {
      200: jsonAnswer('It can.', objectOf({ available: truth })),
      503: jsonAnswer('It is restored and starts again.', objectOf({ available: truth })),
    },
    refusals: [404],
  },
  'POST /api/restore': {
    tag: restore,
    summary: 'Begin the upload of a backup',
    access: 'link',
    body: jsonBody({ password: string }),
    answers: { 201: jsonAnswer('The name of the upload.', objectOf({ upload: string })) },
    refusals: [401, 404],
  },
  'PUT /api/restore/:upload': {
    tag: restore,
    summary: 'Append a portion of the file',
    access: 'link',
    path: upload,
    query: { at: { schema: integer, description: 'The number of bytes before the portion.', isRequired: true } },
    body: { 'application/octet-stream': {} },
    answers: { 200: jsonAnswer('The size so far.', objectOf({ size: integer })) },
    refusals: [409],
  },
  'POST /api/restore/:upload': {
    tag: restore,
    summary: 'Restore the uploaded backup',
    access: 'link',
    path: upload,
    body: jsonBody({}, { passphrase: string, identity: string, keyPassphrase: string }),
    answers: {
      200: {
        description: 'Lines of JSON: the progress in percent, then the result or the fault.',
        content: { 'application/x-ndjson': string },
      },
    },
  },
};

/** Schemas that several of them use. */
export const programSchemas = {
  TriggerStart: objectOf({
    trigger: string,
    id: string,
    status: string,
    exercise: truth,
    people: integer,
    event: string,
    url: string,
    startedAt: moment,
    undoUntil: orNull(moment),
    undoSeconds: integer,
  }),
  Readiness: objectOf(
    {
      status: oneOf('ok', 'database', 'disk', 'release', 'listening', 'sending'),
      sending: string,
    },
    { replaced: objectOf({ process: string, at: moment }) },
  ),
  ServerStatus: objectOf(
    {
      status: oneOf('ok', 'unavailable'),
      version: string,
      database: truth,
      queue: truth,
      providers: arrayOf(objectOf({ id: integer, label: string })),
      passkeys: truth,
      restorable: truth,
    },
    {
      registrationOpen: truth,
      trustedDevices: truth,
      systemName: string,
      organisationName: orNull(string),
      logoUrl: orNull(string),
      faviconUrl: orNull(string),
      serverType: oneOf('production', 'test'),
      defaultLanguage: string,
      imprintUrl: orNull(string),
      privacyUrl: orNull(string),
    },
  ),
};
