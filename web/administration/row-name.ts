import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';

/** What an entry is called: its name or title, its first field otherwise; of people the whole name. */
export function rowName({ fields }: Entity, row: EntityRow): string {
  if ('lastName' in fields) return `${row['firstName']} ${row['lastName']}`;
  return String(row['name'] ?? row['title'] ?? row['subject'] ?? row[Object.keys(fields)[0]!] ?? '');
}
