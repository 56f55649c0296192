import { sql } from 'kysely';
import { type Letterhead, letterhead } from '#server/api/files/letterhead.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { FileRow } from '#server/api/graphql/types.ts';
import type { App } from '#server/platform/context.ts';
import type { ReportData } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';
import { loadAttachments } from './attachments.ts';
import { loadBefore, loadChangedFields } from './changes.ts';
import { shownData } from './guard.ts';
import { type SituationReportRow, templateOf } from './rows.ts';

/** The printed content of a situation report in one language. */
export interface Paper extends Letterhead {
  language: string;
  eventName: string;
  mode: string;
  number: number;
  status: string;
  createdAt: Date;
  decidedAt: Date | null;
  author: string | null;
  approver: string | null;
  template: SituationReportTemplate;
  data: ReportData;
  /** Keys of the fields that differ from report `previousNumber`. */
  changed: string[];
  previousNumber: number | null;
  attachments: Pick<FileRow, 'name' | 'mimeType' | 'size'>[];
}

type PaperRow = SituationReportRow & {
  eventName: string;
  mode: string;
  author: string | null;
  approver: string | null;
};

/** Loads a report for printing, or null. */
export async function loadPaper(app: Pick<App, 'db'>, id: number, language: string): Promise<Paper | null> {
  const { rows } = await sql<PaperRow>`
    select s.*, e.name as event_name, e.mode, a.first_name || ' ' || a.last_name as author,
      p.first_name || ' ' || p.last_name as approver
    from situation_reports s join events e on e.id = s.event_id
    left join users a on a.id = s.inserted_by left join users p on p.id = s.approved_by
    where s.id = ${id} and s.status <> 'discarded' and e.is_active`.execute(app.db);
  const row = rows[0];
  if (!row) return null;
  const loaders = createLoaders(app.db);
  const [head, before, changed, attached, data] = await Promise.all([
    letterhead(app.db),
    loadBefore({ loaders }, row),
    loadChangedFields({ loaders }, row),
    loadAttachments({ loaders }, row.id),
    shownData({ loaders }, row),
  ]);
  const { eventName, mode, number, status, createdAt, decidedAt, author, approver } = row;
  return {
    ...head,
    language,
    eventName,
    mode,
    number,
    status,
    createdAt,
    decidedAt,
    author,
    approver,
    changed,
    template: templateOf(row),
    data,
    previousNumber: before?.number ?? null,
    attachments: attached.map(({ name, mimeType, size }) => ({ name, mimeType, size })),
  };
}
