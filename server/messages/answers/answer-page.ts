import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { sha256 } from '#server/secrets.ts';
import { networkOf, withinLimit } from '#server/throttle.ts';
import { number } from '#shared/fields/number.ts';
import { formMark, markHolds } from './answer-form.ts';
import { findQuestion, type Question } from './answer-question.ts';
import { answerPolicy } from './answer-style.ts';
import { type AnswerFault, type AnswerLanguage, answerLanguage } from './answer-texts.ts';
import { type Entered, type PageState, plainPage, questionPage } from './answer-view.ts';
import { answerMinutes, recordAnswer } from './answers.ts';

type Visit = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: unknown } }>;

const formLimit = 20_000;

/**
 * The page behind an answer link, /a/{token}: GET only shows, however often mail scanners open it; POST records, and
 * only with an explicit choice, from a form that this page made. No sign-in, no script.
 */
export async function mountAnswerPage(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.headers({
        'content-security-policy': answerPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    });
    scope.setErrorHandler((error: { name: string; code?: string; statusCode?: number }, request, reply) => {
      const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
      // no request line: it carries the token
      if (status === 500) app.log.error({ event: 'answer_page_failed', error: error.name, code: error.code });
      return answer(reply, status, plainPage(languageOf(request as Visit), 'failed'));
    });
    scope.get('/a/:token', (request: Visit, reply) => show(app, request, reply));
    scope.post('/a/:token', (request: Visit, reply) => take(app, request, reply));
  });
}

async function show(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  const question = await questionOf(app, token);
  if (!question) return unknown(app, request, reply);
  return answer(reply, 200, questionPage(question, stateOf(app, request)));
}

async function take(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  const question = await questionOf(app, token);
  if (!question) return unknown(app, request, reply);
  const language = languageOf(request);
  if (!isOwnForm(app, request)) return answer(reply, 403, plainPage(language, 'foreign'));
  if (!(await withinLimit(app.db, 'answer_form', token, 10, 60))) return busy(reply, language);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const entered = enteredIn(form);
  const mark = form.get('mark') ?? '';
  const again = (fault: AnswerFault) =>
    answer(reply, 400, questionPage(question, { ...stateOf(app, request), fault, entered }));
  if (!markHolds(app.secrets, token, mark)) return again('stale');
  if (!question.options.some(({ code }) => code === entered.option)) return again('choose');
  const minutes = number.check(entered.minutes, answerMinutes);
  if ('fault' in minutes) return again('minutes');
  try {
    await recordAnswer(app, {
      recipientId: question.recipientId,
      option: entered.option,
      minutes: minutes.value,
      text: entered.text,
      source: 'link',
      requestHash: sha256(JSON.stringify([mark, entered.option, entered.minutes, entered.text])),
    });
  } catch (error) {
    if (error instanceof Refusal && error.key === 'error_minutes') return again('minutes');
    if (error instanceof Refusal && error.key === 'error_too_long') return again('long');
    throw error;
  }
  const after = (await questionOf(app, token)) ?? question;
  return answer(reply, 200, questionPage(after, { ...stateOf(app, request), taken: true }));
}

async function questionOf(app: App, token: string): Promise<Question | null> {
  return /^[\w-]{22}$/.test(token) ? findQuestion(app.db, token) : null;
}

const languageOf = (request: Visit): AnswerLanguage =>
  answerLanguage(request.query.lang, request.headers['accept-language']);

const stateOf = (app: App, request: Visit): PageState => ({
  language: languageOf(request),
  mark: formMark(app.secrets, request.params.token),
});

/** Minutes are those of the chosen answer; line breaks of a form come as CR LF. */
function enteredIn(form: URLSearchParams): Entered {
  const option = form.get('option') ?? '';
  const minutes = (form.get(`minutes-${option}`) ?? '').trim();
  return { option, minutes, text: (form.get('text') ?? '').replaceAll('\r\n', '\n').trim() };
}

/**
 * Whether a form came from this page, as far as the browser tells: with `no-referrer` it sends the origin "null", and
 * old ones send nothing. The form's mark is what really guards.
 */
function isOwnForm(app: App, request: Visit): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return true;
  return origin === new URL(app.publicUrl).origin || origin === `${request.protocol}://${request.host}`;
}

/** Only invalid links are counted: behind one address of a company thousands may answer within a minute. */
async function unknown(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOf(request);
  const calm = await withinLimit(app.db, 'answer_link', networkOf(request.ip), 20, 60);
  return calm ? answer(reply, 404, plainPage(language, 'unknown')) : busy(reply, language);
}

const busy = (reply: FastifyReply, language: AnswerLanguage) =>
  answer(reply.header('retry-after', '60'), 429, plainPage(language, 'busy'));

const answer = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html);
