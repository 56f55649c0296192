import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { formMark, markHolds } from '#server/alerting/answers/answer-form.ts';
import { answerStyle, policyFor } from '#server/alerting/answers/answer-style.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { refuseFlood, tooMany, withinLimit } from '#server/platform/throttle.ts';
import { knownLanguage, visitorsLanguage } from '#shared/languages.ts';
import { noteSign } from './read-signs.ts';
import { plainWayPage, wayPage } from './view.ts';

type Visit = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: unknown } }>;

interface WayRequest {
  id: number;
  personId: number;
  address: string;
  isDone: boolean;
}

const formLimit = 5_000;
const policy = policyFor(answerStyle);

/** Mounts a request's page, /w/{token}. GET has no side effects, because mail scanners open links; one tap confirms. */
export async function mountWayPage(fastify: FastifyInstance, app: App): Promise<void> {
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) => plainWayPage(languageOf(request), kind, id);
  await mountPage(fastify, { path: '/w', policy, formLimit, plain }, (scope) => {
    scope.get('/:token', async (request: Visit, reply) => show(app, request, reply, await wayRequestOf(app, request)));
    scope.post('/:token', (request: Visit, reply) => take(app, request, reply));
  });
}

async function take(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const asked = await wayRequestOf(app, request);
  if (!(await withinLimit(app.db, 'way_form', String(asked.id), 30, 3600))) throw tooMany(60);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  // an old form needs one more tap
  if (!markHolds(app.secrets, request.params.token, form.get('mark') ?? ''))
    return show(app, request, reply, asked, 400);
  if (!asked.isDone) await confirm(app, asked);
  return show(app, request, reply, { ...asked, isDone: true });
}

async function confirm(app: App, { id, personId, address }: WayRequest): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update way_checks set confirmed_at = clock_timestamp() where id = ${id} and confirmed_at is null returning id`.execute(
      tx,
    );
    if (rows.length) await noteSign(tx, { personId, address, isAlive: true });
  });
  app.log.info({ event: 'way_confirmed', check: id });
}

async function show(
  app: App,
  request: Visit,
  reply: FastifyReply,
  { personId, isDone }: WayRequest,
  status = 200,
): Promise<FastifyReply> {
  const set = await readSettings(app.db, 'organisation_name', 'system_name');
  const html = wayPage({
    language: chosenLanguage(request) ?? (await languageOfPerson(app.db, personId)),
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    isDone,
    mark: formMark(app.secrets, request.params.token),
  });
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

async function wayRequestOf({ db }: { db: Db }, { params: { token }, ip }: Visit): Promise<WayRequest> {
  const { rows } = /^[\w-]{22}$/.test(token)
    ? await sql<WayRequest>`
        select c.id, c.person_id, c.address, c.confirmed_at is not null as is_done
        from way_checks c join people p on p.id = c.person_id and p.erased_at is null
        where c.token_hash = ${sha256(token)} and c.expires_at > now()`.execute(db)
    : { rows: [] };
  if (rows[0]) return rows[0];
  await refuseFlood(db, 'way_link', ip, 20, 60);
  throw new Refusal('error_not_found');
}

const chosenLanguage = ({ query: { lang } }: Visit) => (typeof lang === 'string' ? knownLanguage(lang) : null);

const languageOf = ({ query, headers }: FastifyRequest) =>
  visitorsLanguage((query as Visit['query'] | undefined)?.lang, headers['accept-language']);
