import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '#server/api/http/mask.ts';
import type { App } from '#server/platform/context.ts';
import { httpStatus, Refusal } from '#server/platform/errors.ts';
import { networkOf, refuseFlood, withinLimit } from '#server/platform/throttle.ts';
import type { RefusalCode } from '#shared/refusal-code.ts';
import { listScim, readScimQuery } from './list-scim.ts';
import { mountScimDiscovery, scimContentType, scimListSchema } from './mount-discovery.ts';
import { readOperations } from './patch-scim.ts';
import {
  demandedVersion,
  etagOf,
  locationOf,
  namesVersion,
  readWanted,
  showScim,
  wantsMembers,
  withWanted,
} from './present-scim.ts';
import { badScim, ScimError, scimErrorBody } from './scim-error.ts';
import type { ScimKind } from './scim-schemas.ts';
import {
  applyScimPatch,
  createScim,
  findScim,
  removeScim,
  replaceScim,
  type ScimStored,
  withMembers,
} from './scim-store.ts';
import { findScimClient, isScimTokenValid, type ScimClient } from './scim-tokens.ts';
import { isScimObject } from './scim-values.ts';

const [mostRequests, mostWrong, seconds] = [1500, 60, 60];
// bytes; a group may have 100,000 members
const largestBody = { User: 1_000_000, Group: 16_000_000 } as const;

const clients = new WeakMap<FastifyRequest, ScimClient>();
const directoryOf = (request: FastifyRequest): number => clients.get(request)!.directoryId;
const badToken = () => new ScimError(401, undefined, 'The token is missing, unknown or revoked.');

/** Mounts the SCIM 2.0 API (RFC 7644) below /scim/v2. */
export function mountScim(scope: FastifyInstance, app: App): void {
  readBodies(scope);
  scope.setErrorHandler((error, request, reply) => answerError(app, error, request, reply));
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    clients.set(request, await clientOf(app, request));
  });
  scope.addHook('preHandler', async (request) => {
    // the token may be revoked during a slow body
    const hasBody = request.body !== undefined && request.body !== null;
    if (hasBody && !(await isScimTokenValid(app.db, clients.get(request)!.tokenId))) throw badToken();
  });
  mountScimDiscovery(scope, () => baseOf(app));
  mountResources(scope, app, 'User');
  mountResources(scope, app, 'Group');
  mountUnsupported(scope);
}

// only known when the server listens
const baseOf = ({ publicUrl }: App) => `${publicUrl}/scim/v2`;

/** Reads JSON bodies. Empty ones are allowed: Okta sends a content type even without a body, as with DELETE. */
function readBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  for (const type of ['application/scim+json', 'application/json'])
    scope.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    });
}

/** Refuses Bulk and /Me with 501 (RFC 7644, sections 3.7 and 3.11) and unknown paths with 404, in the format of SCIM. */
function mountUnsupported(scope: FastifyInstance): void {
  const names = ['bulk', 'me'];
  scope.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/scim/v2/*',
    handler: async ({ params }) => {
      const [first = ''] = params['*'].toLowerCase().split('/');
      if (names.includes(first)) throw new ScimError(501, undefined, 'This server does not support this request.');
      throw new ScimError(404, undefined, 'There is no such resource.');
    },
  });
}

/** Recognizes the client before its body is read. */
async function clientOf(app: App, request: FastifyRequest): Promise<ScimClient> {
  const { ip, method, routeOptions } = request;
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
  const isToken = scheme.toLowerCase() === 'bearer' && /^scim_\w{8}_[\w-]{43}$/.test(token);
  const client = isToken ? await findScimClient(app.db, token) : null;
  const what = `${method} ${routeOptions.url ?? ''}`;
  if (!client) {
    app.securityLog.count({ kind: 'denied', network: networkOf(ip), what, detail: 'error_scim_token' });
    await refuseFlood(app.db, 'scim wrong token', ip, mostWrong, seconds);
    throw badToken();
  }
  if (!(await withinLimit(app.db, 'scim', String(client.tokenId), mostRequests, seconds)))
    throw new Refusal('too_many_attempts', undefined, { retryAfter: seconds });
  app.securityLog.count({ kind: 'api_key_used', network: networkOf(ip), what: 'SCIM' });
  return client;
}

function answerError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const scim = scimErrorOf(app, error, reply);
  if (scim.status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply.removeHeader('etag').code(scim.status).type(scimContentType);
  return reply.send(request.method === 'HEAD' ? '' : scimErrorBody(scim));
}

function scimErrorOf(app: App, error: unknown, reply: FastifyReply): ScimError {
  if (error instanceof ScimError) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    if (status === 413) return new ScimError(413, undefined, 'The request is too large.');
    if (status === 415) return new ScimError(415, undefined, 'Send application/scim+json or application/json.');
    return new ScimError(400, 'invalidSyntax', "The request can't be read.");
  }
  const refusal = refusalOf(error, app);
  const { code, details } = refusal.extensions as { code: RefusalCode; details?: { id?: string; retryAfter?: number } };
  if (details?.retryAfter) void reply.header('retry-after', details.retryAfter);
  const answers: Partial<Record<number, string>> = { 429: 'Too many requests.', 503: 'Please try again later.' };
  const failed = `The request failed.${details?.id ? ` The log has it under ${details.id}.` : ''}`;
  return new ScimError(httpStatus(code), undefined, answers[httpStatus(code)] ?? failed);
}

type OfOne = { Params: { id: string } };

function mountResources(scope: FastifyInstance, app: App, kind: ScimKind): void {
  const { db } = app;
  const path = `/scim/v2/${kind}s`;
  const bodyLimit = largestBody[kind];
  const placeOf = (request: FastifyRequest<OfOne>) => ({
    directoryId: directoryOf(request),
    kind,
    id: request.params.id.toLowerCase(),
  });
  const wantedOf = (request: FastifyRequest) => readWanted(isScimObject(request.query) ? request.query : {});
  const answer = async (request: FastifyRequest, reply: FastifyReply, stored: ScimStored) => {
    const wanted = wantedOf(request);
    const [whole] = wantsMembers(wanted) ? await withMembers(db, [stored]) : [stored];
    void reply
      .header('etag', etagOf(stored))
      .header('location', locationOf(stored, baseOf(app)))
      .type(scimContentType);
    return reply.send(withWanted(showScim(whole!, baseOf(app)), wanted));
  };
  const answerList = async (request: FastifyRequest, reply: FastifyReply, query: Record<string, unknown>) => {
    const wanted = readWanted(query);
    const place = { directoryId: directoryOf(request), kind, base: baseOf(app), withMembers: wantsMembers(wanted) };
    const { total, startIndex, rows } = await listScim(db, place, readScimQuery(query));
    return reply.type(scimContentType).send({
      schemas: [scimListSchema],
      totalResults: total,
      startIndex,
      itemsPerPage: rows.length,
      Resources: rows.map((one) => withWanted(showScim(one, baseOf(app)), wanted)),
    });
  };
  scope.get(path, async (request, reply) =>
    answerList(request, reply, isScimObject(request.query) ? request.query : {}),
  );
  scope.post(`${path}/.search`, async (request, reply) => {
    if (!isScimObject(request.body)) throw badScim('invalidSyntax', 'The body must be an object.');
    return answerList(request, reply, request.body);
  });
  scope.post(path, { bodyLimit }, async (request, reply) => {
    const stored = await createScim(db, directoryOf(request), kind, request.body);
    return answer(request, reply.code(201), stored);
  });
  scope.get<OfOne>(`${path}/:id`, async (request, reply) => {
    const stored = await findScim(db, placeOf(request));
    const known = request.headers['if-none-match'];
    if (known !== undefined && namesVersion(known, stored))
      return reply.code(304).header('etag', etagOf(stored)).send();
    return answer(request, reply, stored);
  });
  scope.put<OfOne>(`${path}/:id`, { bodyLimit }, async (request, reply) => {
    const version = demandedVersion(request.headers['if-match']);
    return answer(request, reply, await replaceScim(db, placeOf(request), request.body, version));
  });
  scope.patch<OfOne>(`${path}/:id`, { bodyLimit }, async (request, reply) => {
    const version = demandedVersion(request.headers['if-match']);
    const operations = readOperations(request.body);
    return answer(request, reply, await applyScimPatch(db, placeOf(request), operations, version));
  });
  scope.delete<OfOne>(`${path}/:id`, async (request, reply) => {
    await removeScim(db, placeOf(request), demandedVersion(request.headers['if-match']));
    return reply.code(204).send();
  });
}
