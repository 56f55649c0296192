import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { drawn } from './pixels.ts';

export interface Letterhead {
  organisation: string;
  /** As a data URI. */
  logo: string | null;
  timeZone: string;
}

/** Returns the letterhead with the mails' logo, otherwise the application's, as pixels. */
export async function letterhead(db: Db): Promise<Letterhead> {
  const [set, logo] = await Promise.all([
    readSettings(db, 'organisation_name', 'system_name', 'time_zone'),
    loadLogo(db),
  ]);
  return {
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    logo,
    timeZone: set.time_zone ?? 'Europe/Berlin',
  };
}

async function loadLogo(db: Db): Promise<string | null> {
  const { rows } = await sql<{ content: Buffer }>`
    select f.content from system_settings s join files f on f.id = s.file_id
    where s.value_key in ('mail_logo', 'system_logo') order by s.value_key = 'mail_logo' desc limit 1`.execute(db);
  const picture = rows[0] ? await drawn(rows[0].content).catch(() => null) : null; // too thin to draw
  return picture && `data:image/png;base64,${picture.toString('base64')}`;
}
