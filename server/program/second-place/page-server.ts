import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { closeCalmly } from '#server/api/http/close-calmly.ts';
import type { Config } from '#server/platform/config.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { visitorsLanguage } from '#shared/languages.ts';
import { cleanText } from '#shared/stored-text.ts';
import { countInMemory, type MemoryAttempts } from './attempts.ts';
import { faultText, type RefusedForm, type StandbyView, standbyPage, standbyPolicy } from './page.ts';
import type { ProofFault, Releaser } from './prove.ts';
import { type OrderFault, standbyWords } from './words.ts';

export interface StandbyService {
  view(): StandbyView;
  proveOwner(given: { email: string; password: string; factor: string }): Promise<Releaser | ProofFault>;
  proveCode(given: { code: string; name: string }): Promise<Releaser | ProofFault>;
  /** Releases this place once. */
  release(by: Releaser, discardBefore: Date | null): void;
}

const formLimit = 8_000;
const hour = 3_600_000;

/** Serves a standby's page and its state at /healthz and /readyz. Needs neither mail nor another server. */
export function createStandbyServer(
  config: Pick<Config, 'TRUST_PROXY'>,
  log: Pick<Logger, 'info' | 'error'>,
  service: StandbyService,
): FastifyInstance {
  const fastify = Fastify({
    bodyLimit: formLimit,
    trustProxy: config.TRUST_PROXY ? (_address, hop) => hop === 0 : false, // the client could forge earlier hops
  });
  closeCalmly(fastify);
  const attempts = countInMemory();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(body as string)];
      const clean = fields.map(([name, text]) => [name, name === 'password' ? text : cleanText(text)]);
      done(null, new URLSearchParams(clean));
    },
  );
  const show = (request: FastifyRequest, reply: FastifyReply, status: number, refused?: RefusedForm) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers(pageHeaders)
      .send(standbyPage(service.view(), languageOf(request), refused));
  fastify.setErrorHandler((error: { statusCode?: number; name: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ event: 'standby_page_failed', error: error.name });
    const message = status === 413 ? standbyWords[languageOf(request)].tooLong : '';
    return show(request, reply, status, message ? { message, email: '', name: '', isCode: false } : undefined);
  });
  fastify.get('/healthz', async (_request, reply) => reply.headers(noStore).send(stateOf(service.view())));
  // sends users to the other place
  fastify.get('/readyz', async (_request, reply) => reply.code(503).headers(noStore).send(stateOf(service.view())));
  fastify.get('/', (request, reply) => show(request, reply, 200));
  fastify.post('/release', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const refused = await take(service, attempts, form, request.ip).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (refused === null) return show(request, reply, 202);
    const language = languageOf(request);
    const wait = refused instanceof Refusal ? retryAfter(refused) : null;
    const message = wait === null ? faultText(refused as OrderFault, language) : standbyWords[language].tooMany(wait);
    if (wait !== null) void reply.header('retry-after', wait);
    log.info({ event: 'release_refused', why: wait === null ? refused : 'too_many_attempts' });
    const { email = '', name = '' } = Object.fromEntries(form);
    return show(request, reply, wait === null ? 403 : 429, {
      message,
      email,
      name,
      isCode: form.get('way') === 'code',
    });
  });
  fastify.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/'))
      return reply
        .code(503)
        .headers(noStore)
        .send({ message: 'error_standby', ...stateOf(service.view()) });
    return show(request, reply, 503);
  });
  return fastify;
}

/** Takes an order. Returns a refusal, or null. Throws a Refusal after too many attempts. */
async function take(
  service: StandbyService,
  attempts: MemoryAttempts,
  form: URLSearchParams,
  ip: string,
): Promise<OrderFault | null> {
  const text = (name: string) => form.get(name) ?? '';
  const { isAway, keyFits } = service.view();
  if (isAway) return 'away';
  if (!keyFits) return 'key';
  if (text('confirmed') !== '1') return 'confirm';
  const isCode = text('way') === 'code';
  const email = text('email').trim().toLowerCase();
  // a code can't be guessed, so one counter for all would only lock out its owner
  const account = isCode ? `code from ${ip}` : `account ${email}`;
  attempts.begin(account, ip);
  const found = isCode
    ? await service.proveCode({ code: text('code'), name: text('name') })
    : await service.proveOwner({ email, password: text('password'), factor: text('factor') });
  if (typeof found === 'string') return found;
  attempts.succeed(account);
  service.release(found, text('discard') === 'none' ? null : new Date(Date.now() - hour));
  return null;
}

const noStore = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const pageHeaders = {
  ...noStore,
  'content-security-policy': standbyPolicy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const languageOf = ({ query, headers }: FastifyRequest) =>
  visitorsLanguage((query as { lang?: unknown } | undefined)?.lang, headers['accept-language']);

const retryAfter = (refusal: Refusal): number =>
  Number((refusal.extensions as { details?: { retryAfter?: number } }).details?.retryAfter ?? 60);

/** The state for machines: the same at every address. */
const stateOf = ({ place, isAway, isConnected, followsSince, asOf, age, keyFits, released }: StandbyView) => ({
  status: 'standby',
  place,
  sending: 'nothing',
  database: isAway ? 'away' : 'ok',
  connected: isConnected,
  followsSince,
  dataAsOf: asOf,
  dataAge: age === null ? null : Math.round(age),
  keyFits,
  release: released?.phase ?? '',
});
