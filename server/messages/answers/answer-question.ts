import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { standingOf } from '#server/messages/progress/standing.ts';
import { sha256 } from '#server/secrets.ts';
import { readSettings } from '#server/settings/settings.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';

/** What a visitor with a link is shown: the question and their own last answer, nothing about anybody. */
export interface Question {
  recipientId: number;
  reportId: number;
  personId: number | null;
  title: string;
  content: string;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  /** The event or the time for answers is over. */
  late: boolean;
  options: { code: string; label: string; askMinutes: boolean }[];
  last: { label: string | null; minutes: number | null; text: string | null; at: Date } | null;
  /** The answer that holds is a yes. */
  saidYes: boolean;
  arrivedAt: Date | null;
  /** They were told after their answer, or are being told, that they are not needed. */
  notNeeded: boolean;
  sender: string;
  timeZone: string;
}

type Found = Omit<Question, 'last' | 'sender' | 'timeZone'>;

/** The question behind a link; null when there is none. Reading changes nothing. */
export async function findQuestion(db: Db, token: string): Promise<Question | null> {
  const { rows } = await sql<Found>`
    select r.id as recipient_id, r.report_id, r.person_id, m.title, m.content, e.mode,
      not e.is_running or coalesce(p.answer_until < clock_timestamp(), false) as late,
      coalesce(s.kind = 'POSITIVE', false) as said_yes, s.arrived_at,
      s.told_at is not null and s.arrived_at is null and not s.coming as not_needed,
      (select json_agg(json_build_object('code', o.code, 'label', o.label, 'askMinutes', o.ask_minutes)
        order by o.sort_order, o.id) from answer_options o where o.report_id = p.id) as options
    from message_recipients r join messages m on m.id = r.message_id
    join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    cross join lateral ${standingOf(sql`r.report_id`, sql`r.person_id`)} s
    where r.token_hash = ${sha256(token)}`.execute(db);
  const found = rows[0];
  if (!found) return null;
  const settings = await readSettings(db, 'organisation_name', 'system_name', 'time_zone');
  return {
    ...found,
    title: withoutPersonal(found.title),
    content: withoutPersonal(found.content),
    options: found.options ?? [],
    last: await lastAnswer(db, found),
    sender: settings.organisation_name ?? settings.system_name ?? 'Meldekette',
    timeZone: settings.time_zone ?? 'Europe/Berlin',
  };
}

/** A forwarded link must not tell a name, so what is personal in a text is left out. */
function withoutPersonal(text: string): string {
  return plainText(fillPlaceholders(text, {}))
    .replace(/ ?\{{2,}[^{}]*\}{2,}/g, '')
    .replace(/ +([,.;:!?])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

async function lastAnswer(db: Db, { recipientId, reportId, personId }: Found): Promise<Question['last']> {
  const { rows } = await sql<NonNullable<Question['last']>>`
    select o.label, a.minutes, a.text, a.at from answers a left join answer_options o on o.id = a.option_id
    where a.report_id = ${reportId} and (a.recipient_id = ${recipientId} or a.person_id = ${personId}) and a.withdrawn_at is null
    order by a.option_id is null, a.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
