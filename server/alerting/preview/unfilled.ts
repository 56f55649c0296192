import { sql } from 'kysely';
import { type Recipient, type Resolution, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { inSlices } from '#server/alerting/recipients/slices.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { placeholdersIn } from '#shared/placeholders.ts';

/** A placeholder that is empty for some recipients. */
export interface Unfilled {
  placeholder: string;
  people: number;
}

/** Returns personal placeholders without values, with affected recipients. */
export async function unfilledOf(
  db: Db,
  {
    title,
    content,
    requestAnswer,
    hasLink,
  }: {
    title: string;
    content: string;
    requestAnswer: boolean;
    /** The alarm's link replaces the answer link. */
    hasLink: boolean;
  },
  resolution: Resolution | null,
): Promise<Unfilled[]> {
  const used = [...new Set(placeholdersIn(`${title}\n${content}`))];
  if (!used.length || !resolution) return [];
  const counts: Record<string, number> = { 'answer.link': requestAnswer || hasLink ? 0 : resolution.recipients };
  for await (const slice of inSlices(recipientsOf(resolution))) {
    const missing = used.some((name) => name.startsWith('person.')) ? await namesMissing(db, slice) : {};
    const here: Record<string, number> = { ...missing, 'list.name': slice.filter(({ via }) => !via.length).length };
    for (const [name, count] of Object.entries(here)) counts[name] = (counts[name] ?? 0) + count;
  }
  return used.flatMap((placeholder) => {
    const people = counts[placeholder] ?? 0;
    return people > 0 ? [{ placeholder, people }] : [];
  });
}

async function namesMissing(db: Db, recipients: readonly Recipient[]): Promise<Record<string, number>> {
  const people = recipients.map(({ personId }) => personId);
  const { rows } = await sql<{ firstName: number; lastName: number; title: number }>`
    select count(*) filter (where coalesce(first_name, '') = '') as first_name,
      count(*) filter (where coalesce(last_name, '') = '') as last_name,
      count(*) filter (where coalesce(title, '') = '') as title
    from people where id = any(${people})`.execute(db);
  const { firstName, lastName, title } = rows[0]!;
  return { 'person.firstName': firstName, 'person.lastName': lastName, 'person.title': title };
}
