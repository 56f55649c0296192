import { sql } from 'kysely';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { displayOf } from '#server/contacts/people/display.ts';
import { loadDataTypes } from '#server/contacts/people/person-data.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { writtenIn } from '#shared/label.ts';
import type { Folder, FolderPerson } from './folder-content.ts';

interface PersonRow {
  id: number;
  name: string;
  isAway: boolean;
  awayUntil: Date | null;
  data: { type: number; valueStr: string | null; valueInt: number | null }[];
}

interface MemberRow {
  group: string;
  personId: number;
  priority: boolean;
  /** Marks groups whose type belongs to the crisis team. */
  isTeam: boolean;
}

const callable = new Set(['phone_mobile', 'phone']);

/** Returns the crisis team by group in call order. */
export async function loadTeam(ctx: SignedIn): Promise<Folder['team']> {
  const [people, members] = await Promise.all([loadPeople(ctx), loadMembers(ctx)]);
  const groups = Map.groupBy(members, ({ group }) => group);
  const batchByKey = new Set(members.map(({ personId }) => personId));
  const without = [...people.keys()].filter((id) => !batchByKey.has(id));
  const team = [...groups].map(([group, rows]) => ({
    group,
    people: rows.map(({ personId, priority }) => ({ ...people.get(personId)!, priority })),
  }));
  if (without.length) team.push({ group: '', people: without.map((id) => ({ ...people.get(id)!, priority: false })) });
  return team;
}

async function loadPeople(ctx: SignedIn): Promise<Map<number, Omit<FolderPerson, 'priority'>>> {
  const [{ rows }, types, { default_country: country = 'DE' }] = await Promise.all([
    sql<PersonRow>`
      select p.id, concat_ws(' ', nullif(p.title, ''), p.first_name, p.last_name) as name,
        a.person_id is not null as is_away, a.until_at as away_until,
        coalesce((select json_agg(json_build_object('type', d.key_field_id, 'valueStr', d.value_str, 'valueInt', d.value_int))
          from person_data d where d.person_id = p.id), '[]') as data
      from people p
      left join lateral (
        select person_id, until_at from absences x where x.person_id = p.id and x.from_at <= now()
          and (x.until_at is null or x.until_at > now()) order by x.until_at desc nulls first limit 1) a on true
      where p.is_crisis and p.is_active and p.erased_at is null order by p.sort_name, p.id`.execute(ctx.db),
    loadDataTypes(ctx.db),
    readSettings(ctx.db, 'default_country'),
  ]);
  const place = { country, language: ctx.viewer.language };
  const known = types.filter(({ isActive }) => isActive);
  return new Map(
    rows.map(({ id, name, isAway, awayUntil, data }) => {
      const said = known.flatMap((type) =>
        data
          .filter((one) => one.type === type.id)
          .map((value) => ({ type, text: displayOf(type, value, place) }))
          .filter(({ text }) => text !== ''),
      );
      const phones = said
        .filter(({ type }) => callable.has(type.fieldType))
        .map(({ type, text }) => ({
          kind: writtenIn({ de: type.name, en: type.nameEn }, place.language),
          number: text,
        }));
      const role = said.find(({ type }) => type.identifier === 'function')?.text ?? '';
      return [id, { name, role, phones, away: isAway ? { until: awayUntil } : null }];
    }),
  );
}

/** Returns members' groups: team groups, or others. */
async function loadMembers({ db }: SignedIn): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    with recursive tree as (
      select id, group_type_id, name as path, array[sort_order] as orders, array[name] as names
      from groups where parent_group_id is null and is_active
      union all
      select g.id, g.group_type_id, tree.path || ' / ' || g.name,
        tree.orders || g.sort_order, tree.names || g.name
      from groups g join tree on g.parent_group_id = tree.id where g.is_active)
    select tree.path as group, pg.person_id, pg.priority_alert as priority,
      coalesce(t.identifier in ('crisis_team', 'staff_function'), false) as is_team
    from tree join person_groups pg on pg.group_id = tree.id
    left join group_types t on t.id = tree.group_type_id
    join people p on p.id = pg.person_id and p.is_crisis and p.is_active and p.erased_at is null
    order by tree.orders, tree.names, tree.id, pg.priority_alert desc, pg.sort_order, p.sort_name, p.id`.execute(db);
  // members of a team group appear only there
  const inTeam = new Set(rows.filter(({ isTeam }) => isTeam).map(({ personId }) => personId));
  return rows.filter(({ isTeam, personId }) => isTeam || !inTeam.has(personId));
}
