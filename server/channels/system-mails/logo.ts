import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { MailLogo } from './render.ts';

/** Returns the mails' logo, otherwise the application's. */
export async function mailLogo(app: Pick<App, 'db' | 'publicUrl'>): Promise<MailLogo | null> {
  const { rows } = await sql<{ key: string; name: string | null }>`
    select f.key, (select value_str from system_settings where value_key = 'system_name') as name
    from system_settings s join files f on f.id = s.file_id
    where s.value_key in ('mail_logo', 'system_logo')
    order by s.value_key = 'mail_logo' desc limit 1`.execute(app.db);
  const logo = rows[0];
  return logo ? { url: `${app.publicUrl}/files/${logo.key}`, name: logo.name ?? '' } : null;
}
