import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { passingRefusalOf } from '#server/api/http/mask.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import type { App } from '#server/platform/context.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { areWithinLimit, refuseFlood, tooMany } from '#server/platform/throttle.ts';
import { number } from '#shared/fields/number.ts';
import { acceptedLanguage, knownLanguage, type Language, languageOf, visitorsLanguage } from '#shared/languages.ts';
import type { Entered } from './answer-fields.ts';
import { formMark, markHolds } from './answer-form.ts';
import { type AskedRecipient, findAsked, findQuestion } from './answer-question.ts';
import type { AnswerFault } from './answer-texts.ts';
import { type PageState, plainAnswerPage, questionPage, unsentPage } from './answer-view.ts';
import { recordAnswer } from './answers.ts';
import { recordArrival } from './arrivals.ts';
import { answerMinutes } from './check-group.ts';
import type { NewAnswer } from './given-answer.ts';
import type { Question } from './question.ts';
import { answerPolicy } from './sending-script.ts';

type Visit = FastifyRequest<{
  Params: { token: string };
  Querystring: { lang?: unknown; option?: unknown };
}>;

const formLimit = 20_000;
const formsPerMinute = { most: 10, seconds: 60 };

const limits = perDatabase(({ db }: Pick<App, 'db'>) =>
  batchByKey(async (_all: 'all', tokens: readonly string[]) => {
    const within = await areWithinLimit(db, 'answer_form', tokens, formsPerMinute);
    return within.map((result) => ({ result }));
  }),
);

/**
 * Mounts the page of an answer link, /a/{token}. GET has no side effects, because mail scanners open links. POST
 * records an explicit choice. A script only resends a form until the server accepts it.
 */
export async function mountAnswerPage(fastify: FastifyInstance, app: App): Promise<void> {
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) => {
    const isUnsent = request.body instanceof URLSearchParams && (kind === 'failed' || kind === 'busy');
    const { query, headers } = request;
    const language = visitorsLanguage((query as Visit['query'] | undefined)?.lang, headers['accept-language']);
    return isUnsent ? unsentPage(language, request.body as URLSearchParams, id) : plainAnswerPage(language, kind, id);
  };
  await mountPage(fastify, { path: '/a', policy: answerPolicy, formLimit, plain }, (scope) => {
    scope.get('/:token', (request: Visit, reply) => show(app, request, reply));
    scope.post('/:token', (request: Visit, reply) =>
      // the page keeps and resends the form
      take(app, request, reply).catch((error: unknown) => {
        throw passingRefusalOf(error, app);
      }),
    );
  });
}

async function show(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { option } = request.query;
  const question = await questionOf(app, request);
  const front = typeof option === 'string' ? option : undefined;
  return answer(reply, 200, questionPage(question, { ...stateOf(app, request, question), front }));
}

/** Reads the result after the commit; before it, only the link's owner. */
async function take(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params;
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const mark = form.get('mark') ?? '';
  const holds = markHolds(app.secrets, token, mark);
  // marks only exist for valid links
  const counted = holds ? limits(app)('all', token) : null;
  const [asked, first] = await Promise.all([findLinked(app, request, findAsked), counted]);
  if (!isOwnForm(app, request)) throw new Refusal('error_forbidden');
  if (!(first ?? (await limits(app)('all', token)))) throw tooMany(60);
  const entered = enteredIn(form);
  const again = async (fault: AnswerFault) => {
    const question = await questionOf(app, request);
    const isOption = question.options.some(({ code }) => code === entered.option);
    const shown = entered.adds && isOption ? { entered } : { front: entered.option };
    return answer(reply, 400, questionPage(question, { ...stateOf(app, request, question), fault, ...shown }));
  };
  if (!holds) return again('stale');
  if (form.has('arrived')) return arrive(app, request, reply, asked);
  const before = entered.adds ? await questionOf(app, request) : null;
  const isRemark = before !== null && isNotNeeded(before, entered);
  if (isRemark && saysNothingNew(before, entered)) return show(app, request, reply);
  const fault = await (isRemark
    ? recordRemark(app, asked, before, { mark, text: entered.text })
    : record(app, asked, { mark, ...entered }));
  if (fault) return again(fault);
  const after = await questionOf(app, request);
  return answer(reply, 200, questionPage(after, { ...stateOf(app, request, after), taken: true }));
}

/** A remark isn't a new yes after a stand-down. */
const isNotNeeded = ({ notNeeded, options }: Question, { option }: Entered): boolean =>
  notNeeded && options.some(({ code, kind }) => code === option && kind === 'POSITIVE');

const saysNothingNew = ({ last }: Question, { text }: Entered): boolean => !text || text === last?.text;

async function record(
  app: App,
  asked: AskedRecipient,
  { mark, option, minutes, text }: Entered & { mark: string },
): Promise<AnswerFault | null> {
  if (!option) return 'choose';
  const checked = number.check(minutes, answerMinutes);
  if ('fault' in checked) return 'minutes';
  const requestHash = sha256(JSON.stringify([mark, option, minutes, text]));
  return taken(app, { ...asked, option, minutes: checked.value, text, source: 'link', requestHash });
}

/** Records a remark as part of the current answer. */
function recordRemark(
  app: App,
  asked: AskedRecipient,
  { last }: Question,
  { mark, text }: { mark: string; text: string },
): Promise<AnswerFault | null> {
  const holds = last && { option: last.code, minutes: last.minutes, at: last.at };
  const requestHash = sha256(JSON.stringify([mark, 'remark', text]));
  return taken(app, { ...asked, option: null, ...holds, text, source: 'link', requestHash });
}

async function taken(app: App, answer: NewAnswer): Promise<AnswerFault | null> {
  try {
    await recordAnswer(app, answer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fault = faults.get(error.key);
    if (!fault) throw error;
    return fault;
  }
  return null;
}

const faults = new Map<string, AnswerFault>([
  ['error_answer_option', 'choose'],
  ['error_minutes', 'minutes'],
  ['error_too_long', 'long'],
]);

/** "Bin da": keeps the answer; a repetition has no effect. */
async function arrive(app: App, request: Visit, reply: FastifyReply, asked: AskedRecipient): Promise<FastifyReply> {
  try {
    await recordArrival(app, { ...asked, arrived: true, source: 'link' });
  } catch (error) {
    // the yes was withdrawn on another page
    if (!(error instanceof Refusal && error.key === 'error_not_coming')) throw error;
  }
  return show(app, request, reply);
}

const questionOf = (app: App, request: Visit): Promise<Question> => findLinked(app, request, findQuestion);

/**
 * Returns the data of a link; refuses unknown links and counts only these, because thousands may answer from one
 * address.
 */
export async function findLinked<T>(
  app: App,
  { params: { token }, ip }: FastifyRequest<{ Params: { token: string } }>,
  find: (db: App['db'], token: string) => Promise<T | null>,
): Promise<T> {
  const found = /^[\w-]{22}$/.test(token) ? await find(app.db, token) : null;
  if (found) return found;
  await refuseFlood(app.db, 'answer_link', ip, 20, 60);
  throw new Refusal('error_not_found');
}

const stateOf = (app: App, request: Visit, question: Question): PageState => ({
  language: languageFor(question, request),
  mark: formMark(app.secrets, request.params.token),
});

/** Returns the chosen language, or the person's, browser's or installation's. */
function languageFor({ ownLanguage, usualLanguage }: Question, { query, headers }: Visit): Language {
  const chosen = typeof query.lang === 'string' ? knownLanguage(query.lang) : null;
  const own = chosen ?? knownLanguage(ownLanguage) ?? acceptedLanguage(headers['accept-language']);
  return own ?? languageOf(usualLanguage);
}

/** The first minutes count: a button's precede typed ones. Forms send CR LF. */
function enteredIn(form: URLSearchParams): Entered {
  return {
    option: form.get('option') ?? '',
    minutes: (form.get('minutes') ?? '').trim(),
    text: (form.get('text') ?? '').replaceAll('\r\n', '\n').trim(),
    adds: form.has('text'),
  };
}

/**
 * Returns whether a form came from this page, as far as the browser reveals it: with `no-referrer` the origin is
 * "null", and old browsers send none. The mark is the real protection.
 */
function isOwnForm(app: App, request: Visit): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return true;
  return origin === new URL(app.publicUrl).origin || origin === `${request.protocol}://${request.host}`;
}

const answer = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html);
