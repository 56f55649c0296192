import { sql } from 'kysely';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import { failedLast } from '#server/channels/health.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { activeCrisisTeam, confirmedKindsOf, contactWaysOf, waysNeeded } from '#server/contacts/ways/ways.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** Older alarms prove nothing. */
export const daysBetweenAlarms = 90;
const mostNamed = 3;
const enough = 2;

/** One condition of an installation's readiness. */
export interface ReadinessCheck {
  key:
    | 'channel'
    | 'proven'
    | 'crisisTeam'
    | 'functions'
    | 'alarm'
    | 'administrators'
    | 'links'
    | 'production'
    | 'texts'
    | 'responsible'
    | 'crisisAlarm'
    | 'numbers'
    | 'database'
    | 'databaseRelease'
    | 'directories'
    | 'backup'
    | 'secondPlace';
  done: boolean;
  /** Deficient rows; for channels and administrators, working ones. */
  count: number;
  names: string[];
  /** The last occurrence of a repeated action. */
  at: Date | null;
}

interface Found {
  working: number;
  team: number;
  teamShort: number;
  lists: number;
  functionsShort: number;
  functionNames: string[];
  alarmedAt: Date | null;
  isAlarmRecent: boolean;
  administrators: number;
}

/** Checks an installation's readiness in two statements. */
export async function checkReadiness(db: Db): Promise<ReadinessCheck[]> {
  const { kinds, working } = await kindsOut(db);
  const found = await look(db, kinds);
  const check = (key: ReadinessCheck['key'], done: boolean, rest: Partial<ReadinessCheck>): ReadinessCheck => {
    return { key, done, count: 0, names: [], at: null, ...rest };
  };
  return [
    check('channel', working > 0, { count: working }),
    check('crisisTeam', found.team > 0 && found.teamShort === 0, { count: found.teamShort }),
    // without a list nothing is missing
    check('functions', found.lists > 0 && found.functionsShort === 0, {
      count: found.functionsShort,
      names: found.functionNames,
    }),
    check('alarm', found.isAlarmRecent, { at: found.alarmedAt }),
    check('administrators', found.administrators >= enough, { count: found.administrators }),
  ];
}

/** Returns the real channels' kinds of address and number. */
async function kindsOut(db: Db): Promise<{ kinds: string[]; working: number }> {
  const { rows } = await sql<{ type: string; settings: unknown; works: boolean }>`
    select t.identifier as type, c.settings, c.trouble is null and c.hearing_trouble is null and c.last_success_at is not null
      and not ${failedLast} as works
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and t.identifier <> 'exercise'`.execute(db);
  const channels = rows.map((row) => ({ ...row, kinds: addressKinds(row.type, row.settings) }));
  return {
    kinds: [...new Set(channels.flatMap(({ kinds }) => kinds))],
    // publications alert no one
    working: channels.filter(({ works, kinds }) => works && kinds.length > 0).length,
  };
}

async function look(db: Db, kinds: readonly string[]): Promise<Omit<Found, 'working'>> {
  const { rows } = await sql<Omit<Found, 'working'>>`
    with recursive below as (
      select g.id as function_id, g.id as group_id from groups g where g.is_active and exists (
        select 1 from list_groups x join mailing_lists l on l.id = x.mailing_list_id and l.is_active
        where x.group_id = g.id and x.stop_limit is not null)
      union select b.function_id, g.id from below b join groups g on g.parent_group_id = b.group_id and g.is_active),
    functions as (
      select b.function_id as id, count(distinct p.id) as people from below b
      left join person_groups m on m.group_id = b.group_id
      left join people p on p.id = m.person_id and p.is_active group by b.function_id),
    confirmed as (${confirmedKindsOf(sql`(${contactWaysOf(activeCrisisTeam, kinds)})`)}),
    team as (
      select n.reason is not null or coalesce(c.kinds, 0) >= ${waysNeeded} as is_done
      from (${activeCrisisTeam}) p left join confirmed c on c.person_id = p.id left join way_notes n on n.person_id = p.id),
    alarm as (
      select max(m.launched_at) as at from messages m join reports r on r.id = m.report_id and r.is_active
      join report_types rt on rt.id = r.report_type_id and rt.identifier = 'activation'
      where m.launched_at is not null and m.is_active and not ${withdrawn})
    select (select count(*) from team) as team, (select count(*) from team where not is_done) as team_short,
      (select count(*) from mailing_lists where is_active) as lists,
      (select count(*) from functions where people < ${enough}) as functions_short,
      array(select g.name from functions f join groups g on g.id = f.id where f.people < ${enough}
        order by f.people, g.name limit ${mostNamed}) as function_names,
      (select at from alarm) as alarmed_at,
      coalesce((select at > clock_timestamp() - make_interval(days => ${daysBetweenAlarms}) from alarm), false)
        as is_alarm_recent,
      (select count(*) from users where is_active and not need_approval and 'administrator' = any(roles))
        as administrators`.execute(db);
  return rows[0]!;
}
