import { sql } from 'kysely';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { optionLook } from '#server/channels/rendering/content.ts';
import { languageField } from '#server/channels/rendering/render.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { shownPhone } from '#shared/phone-number.ts';
import { alarmState } from './alarm-state.ts';
import { readable } from './answer-state.ts';
import type { Question } from './question.ts';

type OfAll = Pick<Question, 'sender' | 'phone' | 'usualLanguage' | 'timeZone'>;

type OfMessage = Pick<
  Question,
  'title' | 'content' | 'versions' | 'mode' | 'alarmAt' | 'answerUntil' | 'late' | 'state' | 'options'
>;

interface Found extends Omit<Question, 'last' | keyof OfMessage | keyof OfAll> {
  tokenHash: Buffer | null;
  messageId: number;
  message: (Omit<OfMessage, 'alarmAt' | 'answerUntil'> & { alarmAt: number | null; answerUntil: number | null }) | null;
  lastAt: Date | null;
  lastCode: string | null;
  lastLabel: string | null;
  lastLabelEn: string | null;
  lastMinutes: number | null;
  lastText: string | null;
}

/** The owner of a link, without texts. */
export type AskedRecipient = Pick<Question, 'recipientId' | 'reportId'>;

const groupsOf = perDatabase(({ db }: { db: Db }) => ({
  question: batchByKey((_all: 'all', tokens: readonly string[]) => findQuestions(db, tokens)),
  asked: batchByKey((_all: 'all', tokens: readonly string[]) => findAll(db, tokens)),
}));

/**
 * Returns the question of a link, or null. Requests during a query share the next one, so that the result is never
 * older.
 */
export const findQuestion = (db: Db, token: string): Promise<Question | null> =>
  groupsOf({ db }).question('all', token);

/** Returns the owner of a link, or null. Cheaper than the question. */
export const findAsked = (db: Db, token: string): Promise<AskedRecipient | null> =>
  groupsOf({ db }).asked('all', token);

async function findAll(db: Db, tokens: readonly string[]): Promise<ItemOutcome<AskedRecipient | null>[]> {
  const hashes = tokens.map(sha256);
  const { rows } = await sql<AskedRecipient & { tokenHash: Buffer | null }>`
    select r.token_hash, r.id as recipient_id, r.report_id
    from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    where r.token_hash = any(${hashes}::bytea[])`.execute(db);
  const found = new Map(rows.map(({ tokenHash, ...asked }) => [tokenHash?.toString('hex'), asked]));
  return hashes.map((hash) => ({ result: found.get(hash.toString('hex')) ?? null }));
}

async function findQuestions(db: Db, tokens: readonly string[]): Promise<ItemOutcome<Question | null>[]> {
  const hashes = tokens.map(sha256);
  const [rows, ofAll] = await Promise.all([findPeople(db, hashes), readOfAll(db)]);
  const found = new Map(rows.map((row) => [row.tokenHash?.toString('hex'), row]));
  const messages = new Map(
    rows.flatMap(({ messageId, message }) => (message ? [[messageId, ofMessage(message)]] : [])),
  );
  return hashes.map((hash) => {
    const row = found.get(hash.toString('hex'));
    return { result: row ? { ...rowOf(row), ...messages.get(row.messageId)!, ...ofAll } : null };
  });
}

async function findPeople(db: Db, hashes: readonly Buffer[]): Promise<Found[]> {
  // separate lookups, because no index serves both
  const answers = sql`
    select id, option_id, minutes, text, source, at, withdrawn_at from answers where recipient_id = r.id
    union all select id, option_id, minutes, text, source, at, withdrawn_at from answers
    where report_id = r.report_id and person_id = r.person_id`;
  const { rows } = await sql<Found>`
    select r.token_hash, r.id as recipient_id, r.message_id, r.report_id, r.person_id,
      nullif(concat_ws(' ', w.title, w.first_name, w.last_name), '') as name,
      (select d.value_str from person_data d where d.person_id = w.id and d.key_field_id = ${languageField}) as own_language,
      coalesce(s.kind = 'POSITIVE', false) as said_yes, s.arrived_at,
      s.told_at is not null and s.arrived_at is null and not s.coming as not_needed,
      case when r.id = min(r.id) over (partition by r.message_id) then json_build_object(
        'title', m.title, 'content', m.content, 'versions', coalesce(p.texts, m.versions), 'mode', e.mode,
        'alarmAt', round(extract(epoch from coalesce(m.sent_at, m.launched_at)) * 1000)::bigint,
        'answerUntil', round(extract(epoch from p.answer_until) * 1000)::bigint,
        'state', json_build_object('mark', n.mark, 'allClear', n.all_clear, 'finishedAt', n.finished_at, 'correction', n.correction),
        'late', not e.is_running or n.all_clear is not null or coalesce(p.answer_until < clock_timestamp(), false),
        'options', coalesce((
          select json_agg(json_build_object('code', o.code, 'label', o.label, 'labelEn', o.label_en, 'kind', ${optionLook},
            'askMinutes', o.ask_minutes, 'safety', o.safety)
            order by o.sort_order, o.id) from answer_options o where o.report_id = p.id), '[]')) end as message,
      l.at as last_at, l.code as last_code, l.label as last_label, l.label_en as last_label_en, l.minutes as last_minutes, l.text as last_text
    from message_recipients r join messages m on m.id = r.message_id
    join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    left join people w on w.id = r.person_id
    cross join lateral ${answerStateOf(sql`r.report_id`, sql`r.person_id`)} s
    left join lateral ${alarmState} n on true
    left join lateral (
      select o.code, o.label, o.label_en, a.minutes, case when a.source <> 'voice' then a.text end as text, a.at -- pressed keys say no more
      from (${answers}) a left join answer_options o on o.id = a.option_id where a.withdrawn_at is null
      order by a.option_id is null, a.id desc limit 1) l on true
    where r.token_hash = any(${hashes}::bytea[])`.execute(db);
  return rows;
}

const ofMessage = ({ alarmAt, answerUntil, ...message }: NonNullable<Found['message']>): OfMessage => ({
  ...message,
  ...readable(message),
  state: {
    ...message.state,
    allClear: message.state.allClear && readable(message.state.allClear),
    correction: message.state.correction && readable(message.state.correction),
  },
  alarmAt: momentOf(alarmAt),
  answerUntil: momentOf(answerUntil),
});

const momentOf = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));

async function readOfAll(db: Db): Promise<OfAll> {
  const {
    organisation_phone: number,
    default_country: country = 'DE',
    ...settings
  } = await readSettings(
    db,
    'organisation_name',
    'system_name',
    'time_zone',
    'organisation_phone',
    'default_country',
    'default_language',
  );
  return {
    sender: settings.organisation_name ?? settings.system_name ?? 'Meldekette',
    phone: number === undefined ? null : { number, shown: shownPhone(number, country) },
    usualLanguage: settings.default_language ?? defaultLanguage,
    timeZone: settings.time_zone ?? 'Europe/Berlin',
  };
}

function rowOf(found: Found) {
  const {
    tokenHash: _hash,
    messageId: _id,
    message: _of,
    lastAt,
    lastCode,
    lastLabel,
    lastLabelEn,
    lastMinutes,
    lastText,
    ...row
  } = found;
  const option = { code: lastCode, label: lastLabel, labelEn: lastLabelEn };
  const last = lastAt && { ...option, minutes: lastMinutes, text: lastText, at: lastAt };
  return { ...row, last };
}
