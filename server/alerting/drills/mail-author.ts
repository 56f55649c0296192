import { sql } from 'kysely';
import type { PeopleFigures } from '#server/alerting/progress/people-figures.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { loadRefusalTexts } from '#server/platform/refusal-texts.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { type RefusalKey, refusals } from '#shared/refusals.ts';
import { drillWords } from './words.ts';

interface Outcome {
  /** Of a drill that did not run, if readable. */
  eventType: number | null;
  /** Why it was dropped or ended early, as a key. */
  reason: string | null;
  ran: { eventId: number; figures: PeopleFigures } | null;
}

/** Mails a drill's outcome to its active author. */
export async function mailAuthor(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  authorId: number | null,
  { eventType, reason, ran }: Outcome,
): Promise<void> {
  const { rows } = await sql<{ id: number; language: string; name: string | null; nameEn: string | null }>`
    select u.id, u.language, coalesce(e.name, t.name) as name, coalesce(e.name, t.name_en) as name_en
    from users u left join events e on e.id = ${ran?.eventId ?? null}::int left join event_types t on t.id = ${eventType}::int
    where u.id = ${authorId}::int and u.is_active`.execute(tx);
  const author = rows[0];
  if (!author) return;
  const { id: to, language } = author;
  const lines = [await reasonIn(language, reason, ran !== null)];
  if (ran) lines.push(textIn(drillWords, language).result(ran.figures));
  await sendSystemMail(app, tx, {
    identifier: 'drill_ended',
    to,
    language,
    values: {
      'drill.name': readIn({ name: author.name ?? '', nameEn: author.nameEn }, 'name', language),
      'drill.result': lines.filter(Boolean).join('\n'),
    },
    page: ran ? `/event/${ran.eventId}` : '/drills',
  });
}

async function reasonIn(language: string, reason: string | null, hasRun: boolean): Promise<string> {
  const { ended, dropped, because } = textIn(drillWords, language);
  if (!reason) return '';
  const known: Record<string, string> = hasRun ? ended : dropped;
  if (known[reason]) return known[reason];
  const text = await loadRefusalTexts(language);
  return reason in refusals ? `${dropped.refused} ${because(text(reason as RefusalKey))}` : dropped.refused;
}
