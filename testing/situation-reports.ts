import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEventType } from './factories.ts';
import type { Answer, TestClient } from './server.ts';

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

/** Creates an event type whose situation reports use `smallTemplate`. */
export const createTypeWithTemplate = (db: Db) =>
  createEventType(db, { situationReportTemplate: JSON.stringify(smallTemplate) });

export async function attach({ url }: { url: string }, who: TestClient, id: string, file: File): Promise<Answer> {
  const query = `mutation ($id: ID!, $file: Upload!) {
    attachToSituationReport(id: $id, file: $file) { status attachments { id name mimeType size contentUrl } } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { id, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', file);
  const headers = { authorization: `Bearer ${who.token}` };
  return (await (await fetch(`${url}/api/graphql/`, { method: 'POST', headers, body: form })).json()) as Answer;
}

/** Returns an unreadable PDF of a size. */
export const somePdf = (name: string, size = 200): File =>
  new File([`%PDF-1.7\n${'%'.repeat(size)}\n%%EOF\n`], name, { type: 'application/pdf' });

/** Returns the kinds of an event's log entries, oldest first. */
export async function loggedKinds(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from log_entries where event_id = ${eventId} order by id`.execute(db);
  return rows.map(({ kind }) => kind);
}
