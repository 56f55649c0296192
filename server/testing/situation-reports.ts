import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { createEventType } from './factories.ts';

/** A small template with one field of every kind. */
export const smallTemplate = {
  version: 1,
  sections: [
    {
      key: 'head',
      title: 'Kopf',
      fields: [
        { key: 'asOf', kind: 'dateTime', label: 'Stand', labelEn: 'As of', required: true },
        { key: 'periodFrom', kind: 'dateTime', label: 'Von' },
      ],
    },
    {
      key: 'situation',
      title: 'Lage',
      titleEn: 'Situation',
      fields: [
        { key: 'summary', kind: 'text', label: 'Zusammenfassung', labelEn: 'Summary', required: true },
        { key: 'injured', kind: 'number', label: 'Verletzte' },
        { key: 'assessment', kind: 'choice', label: 'Bewertung', options: ['ruhig', 'kritisch'] },
        { key: 'resources', kind: 'table', label: 'Kräfte', columns: ['Bereich', 'Anzahl'] },
        { key: 'answers', kind: 'facts', source: 'answers', label: 'Rückmeldungen' },
        { key: 'limits', kind: 'facts', source: 'limits', label: 'Besetzung' },
        { key: 'messages', kind: 'facts', source: 'messages', label: 'Nachrichten' },
        { key: 'event', kind: 'facts', source: 'event', label: 'Ereignis' },
        { key: 'log', kind: 'facts', source: 'log', label: 'Seitdem' },
        { key: 'nextReport', kind: 'dateTime', label: 'Nächster' },
      ],
    },
  ],
} as const;

/** An event type whose situation reports ask for `smallTemplate`. */
export const createTypeWithTemplate = (db: Db) =>
  createEventType(db, { situationReportTemplate: JSON.stringify(smallTemplate) });

/** The kinds of what an event's log says, oldest first. */
export async function loggedKinds(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from log_entries where event_id = ${eventId} order by id`.execute(db);
  return rows.map(({ kind }) => kind);
}
