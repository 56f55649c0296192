import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { readIn } from '#shared/administration/translated.ts';
import { withoutMoment } from '#shared/event-name.ts';
import type { Language } from '#shared/languages.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Author } from './author.ts';
import { readMoments } from './moments.ts';
import { withdrawn } from './withdrawn.ts';

interface Known {
  name: string;
  nameEn: string | null;
  description: string | null;
  type: string | null;
  typeEn: string | null;
  date: Date;
  location: string | null;
  address: string | null;
  title: string | null;
  authorName: string | null;
  authorPhone: string | null;
  language: string | null;
}

type Reader = { db: Db | Tx; viewer?: Author };

type About = { report: number } | { eventType: number };

/**
 * Returns placeholder values of an event and perhaps a report.
 * - The author is the report's, or the user.
 * - The report's details apply until its launch.
 * - A prepared type replaces the event's, with its place.
 * - Values are in the text's or author's language; moments in the organisation's time zone.
 */
export async function eventValues(
  ctx: Reader,
  eventId: number,
  about: About | null,
  textLanguage?: Language,
): Promise<PlaceholderValues> {
  const report = about && 'report' in about ? about.report : null;
  const eventType = about && 'eventType' in about ? about.eventType : null;
  const reading = sql<Known>`
    select case when ${isOther} then own.name else e.name end as name,
      case when ${isOther} then own.name_en end as name_en,
      coalesce(s.description, case when not ${isOther} then e.description end) as description,
      coalesce(own.name, a.name, t.name) as type,
      case when own.id is not null then own.name_en when a.id is not null then a.name_en else t.name_en end as type_en,
      e.event_date as date,
      coalesce(s.place, l.name, case when s.location_id is null and not ${isOther} then e.place end) as location, l.address,
      r.title, u.first_name || ' ' || u.last_name as author_name, u.mobile_phone_number as author_phone,
      coalesce(r.language, u.language) as language
    from events e
    left join reports r on r.id = ${report} and r.event_id = e.id
    left join event_types own on own.id = coalesce(r.event_type_id, ${eventType}::int)
    left join event_types t on t.id = e.event_type_id
    left join event_types a on a.id = e.activation_event_type_id
    left join lateral (
      select r.location_id, r.place, r.description where ${isOther} or not exists (
        select 1 from messages m where m.report_id = r.id and m.launched_at is not null and not ${withdrawn})) s on true
    left join locations l on l.id = case when s.place is not null then null
      when s.location_id is not null then s.location_id
      when ${isOther} then own.location_id else e.location_id end
    left join users u on u.id = coalesce(r.inserted_by, ${ctx.viewer?.id ?? null}, e.inserted_by)
    where e.id = ${eventId}`.execute(ctx.db);
  const [{ rows }, settings] = await Promise.all([reading, readSettings(ctx.db, 'organisation_name')]);
  const known = rows[0];
  const language = textLanguage ?? known?.language ?? (await usualLanguage(ctx.db));
  const moments = await readMoments(ctx.db, language);
  const text = (value: string | null | undefined) => value || undefined;
  return {
    'event.name': text(known && spokenName(known, language)),
    'event.description': text(plainText(known?.description ?? '')),
    'event.type': text(known && readIn(known, 'type', language)),
    'event.date': known && moments.withTime(known.date),
    'event.location': text(known?.location),
    'event.place': text(known?.location),
    'event.address': text(known?.address),
    'report.title': text(known?.title),
    'author.name': text(known?.authorName),
    'author.phone': text(known?.authorPhone),
    'organisation.name': settings.organisation_name,
    now: moments.withTime(new Date()),
  };
}

/** Returns the event's name without its moment; a mere type in a language. */
function spokenName(known: Known, language: string): string {
  const name = withoutMoment(readIn(known, 'name', language));
  return name === known.type || name === known.typeEn ? readIn(known, 'type', language) || name : name;
}

/** SQL: a report was prepared for another type than its event's. */
const isOther = sql<boolean>`(own.id is not null and e.event_type_id is not null and own.id <> e.event_type_id)`;

/** Returns values without an event: the organisation, the moment, and the user as author. */
export async function generalValues(ctx: Reader): Promise<PlaceholderValues> {
  const settings = await readSettings(ctx.db, 'organisation_name');
  const author = await ctx.db
    .selectFrom('users')
    .select(['firstName', 'lastName', 'mobilePhoneNumber', 'language'])
    .where('id', '=', ctx.viewer?.id ?? null)
    .executeTakeFirst();
  const moments = await readMoments(ctx.db, author?.language);
  return {
    'author.name': author && `${author.firstName} ${author.lastName}`,
    'author.phone': author?.mobilePhoneNumber ?? undefined,
    'organisation.name': settings.organisation_name,
    now: moments.withTime(new Date()),
  };
}
