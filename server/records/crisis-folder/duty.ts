import { sql } from 'kysely';
import { loadTurns } from '#server/contacts/roster/turns.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Folder } from './folder-content.ts';

const days = 14;
const mostTurns = 2000;

export async function loadDuty(db: Db, from: Date): Promise<Folder['duty']> {
  const { rows: groups } = await sql<{ id: number; name: string }>`
    select g.id, g.name from groups g where g.is_active and exists (select 1 from shifts s where s.group_id = g.id)
    order by g.name, g.id`.execute(db);
  const ids = groups.map(({ id }) => id);
  const until = new Date(from.getTime() + days * 86_400_000);
  const turns = await loadTurns(db, ids, { from, until }, mostTurns);
  const names = await namesOf(db, [...new Set(turns.map(({ personId }) => personId))]);
  const byGroup = Map.groupBy(turns, ({ groupId }) => groupId);
  return {
    days,
    groups: groups.flatMap(({ id, name }) => {
      const own = byGroup.get(id) ?? [];
      return own.length
        ? [{ name, turns: own.map((turn) => ({ ...spanOf(turn), person: names.get(turn.personId)! })) }]
        : [];
    }),
  };
}

const spanOf = ({ from, until }: { from: Date; until: Date }) => ({ from, until });

async function namesOf(db: Db, people: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, concat_ws(' ', nullif(title, ''), first_name, last_name) as name from people
    where id = any(${people})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
