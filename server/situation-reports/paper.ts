import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import { drawn } from '#server/files/pixels.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { ReportData } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';
import { loadBefore, loadChangedFields } from './changes.ts';
import { dataOf, type SituationReportRow, templateOf } from './rows.ts';

/** Everything that is printed of a situation report, for a reader of one language. */
export interface Paper {
  language: string;
  timeZone: string;
  organisation: string;
  /** As a data URI. */
  logo: string | null;
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
  /** Fields, by key, that say something else than report `previousNumber`. */
  changed: string[];
  previousNumber: number | null;
}

type PaperRow = SituationReportRow & {
  eventName: string;
  mode: string;
  author: string | null;
  approver: string | null;
};

/** What is printed of a report; null when there is none or its event is deleted. */
export async function loadPaper(app: Pick<App, 'db'>, id: number, language: string): Promise<Paper | null> {
  const { rows } = await sql<PaperRow>`
    select s.*, e.name as event_name, e.mode, a.first_name || ' ' || a.last_name as author,
      p.first_name || ' ' || p.last_name as approver
    from situation_reports s join events e on e.id = s.event_id
    left join users a on a.id = s.inserted_by left join users p on p.id = s.approved_by
    where s.id = ${id} and e.is_active`.execute(app.db);
  const row = rows[0];
  if (!row) return null;
  const loaders = createLoaders(app.db);
  const [set, logo, before, changed] = await Promise.all([
    readSettings(app.db, 'organisation_name', 'system_name', 'time_zone'),
    loadLogo(app),
    loadBefore({ loaders }, row),
    loadChangedFields({ loaders }, row),
  ]);
  const { eventName, mode, number, status, createdAt, decidedAt, author, approver } = row;
  return {
    language,
    eventName,
    mode,
    number,
    status,
    createdAt,
    decidedAt,
    author,
    approver,
    logo,
    changed,
    timeZone: set.time_zone ?? 'Europe/Berlin',
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    template: templateOf(row),
    data: dataOf(row),
    previousNumber: before?.number ?? null,
  };
}

/** The logo of mails, else the one of the application, in pixels. */
async function loadLogo(app: Pick<App, 'db'>): Promise<string | null> {
  const { rows } = await sql<{ content: Buffer }>`
    select f.content from system_settings s join files f on f.id = s.file_id
    where s.value_key in ('mail_logo', 'system_logo') order by s.value_key = 'mail_logo' desc limit 1`.execute(app.db);
  const picture = rows[0] ? await drawn(rows[0].content).catch(() => null) : null; // too thin to be drawn: none
  return picture && `data:image/png;base64,${picture.toString('base64')}`;
}
