import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { formMark, markHolds } from '#server/alerting/answers/answer-form.ts';
import { answerStyle, policyFor } from '#server/alerting/answers/answer-style.ts';
import { storeOptOuts } from '#server/alerting/answers/opt-outs.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import { unsubscribeDays, unsubscriberOf } from '#server/channels/rendering/unsubscribe.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { refuseFlood, tooMany, withinLimit } from '#server/platform/throttle.ts';
import { visitorsLanguage } from '#shared/languages.ts';
import { plainUnsubscribePage, unsubscribePage } from './view.ts';

type Visit = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: unknown } }>;

const formLimit = 5_000;
const policy = policyFor(answerStyle);
const channelType = 'email';

/**
 * Mounts the target of unsubscribe buttons (RFC 8058), /u/{token}: GET displays, POST ends information by mail. Its own
 * form reverts it.
 */
export async function mountUnsubscribePage(fastify: FastifyInstance, app: App): Promise<void> {
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) =>
    plainUnsubscribePage(languageOf(request), kind, id);
  await mountPage(fastify, { path: '/u', policy, formLimit, plain }, (scope) => {
    // the form preferred by RFC 8058
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, oneClickIn(body as string)),
    );
    scope.get('/:token', async (request: Visit, reply) =>
      show(app, request, reply, await personOf(app, request), false),
    );
    scope.post('/:token', (request: Visit, reply) => take(app, request, reply));
  });
}

const oneClickIn = (body: string): URLSearchParams =>
  new URLSearchParams(
    /name="?List-Unsubscribe"?\s*\r?\n\r?\nOne-Click\r?\n/i.test(body) ? { 'List-Unsubscribe': 'One-Click' } : {},
  );

async function take(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const personId = await personOf(app, request);
  if (!(await withinLimit(app.db, 'unsubscribe_form', String(personId), 30, 3600))) throw tooMany(60);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const isBack = form.has('back');
  // a foreign page must not subscribe again
  if (isBack && !markHolds(app.secrets, request.params.token, form.get('mark') ?? ''))
    throw new Refusal('error_forbidden');
  if (!isBack && form.get('List-Unsubscribe') !== 'One-Click') return show(app, request, reply, personId, false, 400);
  const changed = await inTransaction(app.db, async (tx) => {
    await tx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().executeTakeFirst();
    return storeOptOuts(tx, [personId], channelType, isBack ? null : 'one_click');
  });
  if (changed.length)
    app.log.info({ event: 'opt_out_set', person: personId, channelType, optedOut: !isBack, way: 'one_click' });
  return show(app, request, reply, personId, true);
}

async function show(
  app: App,
  request: Visit,
  reply: FastifyReply,
  personId: number,
  said: boolean,
  status = 200,
): Promise<FastifyReply> {
  const optOut = await app.db
    .selectFrom('optOuts as o')
    .innerJoin('channelTypes as t', 't.id', 'o.channelTypeId')
    .select('o.at')
    .where('o.personId', '=', personId)
    .where('t.identifier', '=', channelType)
    .executeTakeFirst();
  const set = await readSettings(app.db, 'organisation_name', 'system_name');
  const html = unsubscribePage({
    language: languageOf(request),
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    optedOut: optOut !== undefined,
    said,
    mark: formMark(app.secrets, request.params.token),
  });
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

/** Counts only invalid links, because one mail provider's servers press the button for many people. */
async function personOf({ db, secrets }: App, { params: { token }, ip }: Visit): Promise<number> {
  const link = unsubscriberOf(secrets, token);
  if (link && (!link.isUndated || (await undatedHold(db)))) {
    const person = await db
      .selectFrom('people')
      .select('id')
      .where('id', '=', link.personId)
      .where('erasedAt', 'is', null)
      .executeTakeFirst();
    if (person) return person.id;
  }
  await refuseFlood(db, 'unsubscribe_link', ip, 20, 60);
  throw new Refusal('error_not_found');
}

/** Returns whether undated old links are valid. */
async function undatedHold(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from migrations where name = '0083_confirmed_mail_servers.sql'
      and applied_at > now() - make_interval(days => ${unsubscribeDays})`.execute(db);
  return rows.length > 0;
}

const languageOf = ({ query, headers }: FastifyRequest) =>
  visitorsLanguage((query as Visit['query'] | undefined)?.lang, headers['accept-language']);
