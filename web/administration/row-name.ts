import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';

/** Returns an entry's name or title, otherwise its first field; a person's full name. */
export function rowName({ fields }: Entity, row: EntityRow): string {
  if ('lastName' in fields) return `${row['firstName']} ${row['lastName']}`;
  return String(row['name'] ?? row['title'] ?? row['subject'] ?? row[Object.keys(fields)[0]!] ?? '');
}
