import { type RawBuilder, sql } from 'kysely';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { personOfUser } from '#server/channels/devices/devices.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { loadDataTypes, loadValues } from './person-data.ts';

type Exported = Record<string, unknown>;

/** Returns all data of a person for them; requires full access. */
export async function exportPerson(ctx: Context, id: number): Promise<Exported> {
  const person = await ctx.db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
  if (!person) throw new Refusal('error_not_found');
  if (person.erasedAt) throw new Refusal('error_person_erased');
  await recordSecurity(ctx.db, { kind: 'contacts_exported', by: ctx.viewer?.id ?? null, what: `person ${id}` });
  const [types, values] = [await loadDataTypes(ctx.db), await loadValues(ctx.db, id)];
  const { search, sortName, erasedAt, ...stored } = person;
  return {
    exportedAt: new Date().toISOString(),
    person: stored,
    personData: types.flatMap(({ id: typeId, identifier, name, fieldType }) => {
      const value = values.get(typeId);
      return value ? [{ identifier, name, fieldType, value: value.valueStr ?? value.valueInt }] : [];
    }),
    noInformationOver: await optOutsOf(ctx.db, id),
    devices: await devicesOf(ctx.db, id),
    confirmedWays: await signsOf(ctx.db, id),
    confirmationRequests: await checksOf(ctx.db, id),
    notesOnWays: await notesOf(ctx.db, id),
    absences: await absencesOf(ctx.db, id),
    shifts: await shiftsOf(ctx.db, id),
    groups: await groupsOf(ctx.db, id),
    mailingLists: await listsOf(ctx.db, id),
    alarmPlans: await alarmPlansOf(ctx.db, id),
    messages: await messagesTo(ctx.db, id),
    answers: await answersOf(ctx.db, id),
  };
}

const rowsOf = async (query: RawBuilder<Exported>, db: Db) => (await query.execute(db)).rows;

const optOutsOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select t.name as channel_type, o.way, o.at from opt_outs o join channel_types t on t.id = o.channel_type_id
      where o.person_id = ${id} order by o.at`,
    db,
  );

const devicesOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select kind, name, inserted_at, last_used_at, ended_at from devices where person_id = ${id}
      or (person_id is null and ${personOfUser(sql`devices.user_id`)} = ${id}) order by id`,
    db,
  );

const signsOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select address, confirmed_at, failed_at from way_signs where person_id = ${id} order by address`,
    db,
  );

const checksOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select kind, address, month::text, asked_at, sent_at, failure, confirmed_at from way_checks
      where person_id = ${id} order by id`,
    db,
  );

const notesOf = (db: Db, id: number) =>
  rowsOf(sql<Exported>`select reason, reason_at, tests_declined_at from way_notes where person_id = ${id}`, db);

const absencesOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select from_at as "from", until_at as until, remark, inserted_at from absences
      where person_id = ${id} order by from_at, id`,
    db,
  );

const shiftsOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select g.name as group, s.starts_at::text, s.ends_at::text, s.every_weeks, s.repeats_until::text,
        s.person_id <> ${id} as as_substitute
      from shifts s join groups g on g.id = s.group_id
      where s.person_id = ${id} or s.id in (select shift_id from shift_changes where substitute_id = ${id})
      order by s.starts_at, s.id`,
    db,
  );

const groupsOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select g.name, pg.sort_order, pg.priority_alert from person_groups pg join groups g on g.id = pg.group_id
      where pg.person_id = ${id} order by g.name, g.id`,
    db,
  );

const listsOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select l.name from mailing_list_people p join mailing_lists l on l.id = p.mailing_list_id
      where p.person_id = ${id} order by l.name, l.id`,
    db,
  );

const alarmPlansOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select name, responsible_id is not distinct from ${id}::int as is_responsible,
        deputy_id is not distinct from ${id}::int as is_deputy
      from event_types where ${id}::int in (responsible_id, deputy_id) order by name, id`,
    db,
  );

const messagesTo = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select e.name as event, e.mode, p.title as report, m.title, c.name as channel, r.target_address as address, r.via,
        r.status, r.status_reason, r.sent_at, r.delivered_at
      from message_recipients r join messages m on m.id = r.message_id join reports p on p.id = r.report_id
      join events e on e.id = p.event_id join channels c on c.id = m.channel_id
      where r.person_id = ${id} order by r.id`,
    db,
  );

const answersOf = (db: Db, id: number) =>
  rowsOf(
    sql<Exported>`select e.name as event, p.title as report, o.label as option, a.minutes, a.text, a.source, a.late, a.at
      from answers a join reports p on p.id = a.report_id join events e on e.id = p.event_id
      left join answer_options o on o.id = a.option_id where a.person_id = ${id} and a.withdrawn_at is null order by a.id`,
    db,
  );
