import { sql } from 'kysely';
import { isRehearsed, readSecondPlace } from '#server/administration/second-place/queries.ts';
import { failedLast } from '#server/channels/health.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { findSuspectNumbers } from '#server/contacts/people/suspect-numbers.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { olderThanKnown, serverVersion } from '#server/platform/database/known-releases.ts';
import { readDatabaseState, troublesOf } from '#server/platform/replication/database-state.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { plansWithoutResponsible } from '#server/records/evidence/responsible.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { linkTrouble } from '#shared/link-trouble.ts';
import type { ReadinessCheck } from './readiness.ts';

const mostNamed = 3;
const provedWithin = 2;

/** Finds common mistakes that the viewer may correct. */
export async function pitfallsOf(ctx: Context): Promise<ReadinessCheck[]> {
  const checks: (ReadinessCheck | null)[] = [
    can(ctx, 'show_admin_menu') ? linksOf(ctx.publicUrl) : null,
    can(ctx, 'show_admin_menu') ? await provenOf(ctx.db) : null,
    can(ctx, 'show_admin_menu') ? await productionOf(ctx.db) : null,
    can(ctx, 'show_admin_menu') ? await databaseOf(ctx) : null,
    can(ctx, 'show_admin_menu') ? await databaseReleaseOf(ctx.db) : null,
    can(ctx, 'show_admin_menu') ? await backupOf(ctx.db) : null,
    can(ctx, 'show_admin_menu') ? await secondPlaceOf(ctx) : null,
    can(ctx, 'manage_system_setup') ? await directoriesOf(ctx.db) : null,
    can(ctx, 'manage_event_type') ? await responsibleOf(ctx) : null,
    can(ctx, 'manage_report_event_snippet') ? await textsOf(ctx.db) : null,
    can(ctx, 'create_mailing_group') ? await crisisAlarmOf(ctx.db) : null,
    can(ctx, 'edit_contact') ? await numbersOf(ctx.db) : null,
  ];
  return checks.filter((check) => check !== null);
}

const checkOf = (key: ReadinessCheck['key'], count: number, names: string[] = []): ReadinessCheck => ({
  key,
  done: count === 0,
  count,
  names: names.slice(0, mostNamed),
  at: null,
});

function linksOf(publicUrl: string): ReadinessCheck {
  const trouble = linkTrouble(publicUrl);
  return checkOf('links', trouble ? 1 : 0, trouble ? [publicUrl] : []);
}

/** Finds troubles of replication and clock, if any. */
async function databaseOf({ database }: Context): Promise<ReadinessCheck | null> {
  const state = await readDatabaseState(database);
  const troubles = troublesOf(state);
  return state.standbys || troubles.length ? checkOf('database', troubles.length, troubles) : null;
}

/** Finds an outdated database server. */
async function databaseReleaseOf(db: Db): Promise<ReadinessCheck | null> {
  const outdated = olderThanKnown(await serverVersion(db));
  return outdated && checkOf('databaseRelease', 1, [outdated.running, outdated.known]);
}

const mostLag = 60;

/** Finds missing preparations for the second place, if there is one. */
async function secondPlaceOf({ database }: Context): Promise<ReadinessCheck | null> {
  const { isConnected, lag, usableCodes, rehearsedOn } = await readSecondPlace(database);
  if (!isConnected && usableCodes === 0 && rehearsedOn === null) return null;
  const isRecent = await isRehearsed(database.db);
  const findings = [
    isConnected === false && 'notConnected',
    lag !== null && lag > mostLag && 'late',
    usableCodes === 0 && 'noCodes',
    !isRecent && 'notRehearsed',
  ].filter((one) => one !== false);
  const at = rehearsedOn === null ? null : new Date(`${rehearsedOn}T00:00:00Z`);
  return { key: 'secondPlace', done: findings.length === 0, count: findings.length, names: findings, at };
}

/** Finds the last proved backup, at most two days old. */
async function backupOf(db: Db): Promise<ReadinessCheck> {
  const { rows } = await sql<{ at: Date | null; isRecent: boolean }>`
    select max(proved_at) as at,
      coalesce(max(proved_at) > clock_timestamp() - make_interval(days => ${provedWithin}), false) as is_recent
    from backups`.execute(db);
  const { at, isRecent } = rows[0]!;
  return { ...checkOf('backup', isRecent ? 0 : 1), at };
}

/** Finds directories whose last run failed or waits, and SCIM changes that wait over an hour. */
async function directoriesOf(db: Db): Promise<ReadinessCheck | null> {
  const { rows } = await sql<{ name: string; isTroubled: boolean }>`
    select d.label as name, coalesce(u.status = 'failed' or (u.status = 'checked' and u.held is not null), false)
      or (d.kind = 'scim' and d.interval_hours = 0 and (d.due_at < now() - interval '1 hour'
        or coalesce(u.status = 'checked' and u.created + u.updated > 0 and u.inserted_at < now() - interval '1 hour', false)))
        as is_troubled
    from directories d left join lateral (
      select status, held, created, updated, inserted_at from uploads where directory_id = d.id order by id desc limit 1) u on true
    order by d.label`.execute(db);
  const troubled = rows.filter(({ isTroubled }) => isTroubled).map(({ name }) => name);
  return rows.length ? checkOf('directories', troubled.length, troubled) : null;
}

/** Finds alarm plans whose responsible people left, if any. */
async function responsibleOf({ db, viewer }: Context): Promise<ReadinessCheck | null> {
  const names = await plansWithoutResponsible(db, viewer?.language ?? defaultLanguage);
  return names.length ? checkOf('responsible', names.length, names) : null;
}

/** Finds channels that never worked or whose newest attempt failed. Publications can't be tested. */
async function provenOf(db: Db): Promise<ReadinessCheck | null> {
  const { rows } = await sql<{ name: string; type: string; settings: unknown; isProven: boolean }>`
    select c.name, t.identifier as type, c.settings,
      c.last_success_at is not null and not ${failedLast} as is_proven
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and t.identifier <> 'exercise' order by c.name`.execute(db);
  const channels = rows.filter(({ type, settings }) => addressKinds(type, settings).length > 0);
  const open = channels.filter(({ isProven }) => !isProven).map(({ name }) => name);
  return channels.length ? checkOf('proven', open.length, open) : null;
}

/** Counts real sending channels of a test installation. */
async function productionOf(db: Db): Promise<ReadinessCheck> {
  const { server_type: type } = await readSettings(db, 'server_type');
  const { rows } = await sql<{ name: string }>`
    select c.name from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and t.identifier <> 'exercise' order by c.name`.execute(db);
  const names = type === 'production' ? [] : rows.map(({ name }) => name);
  return checkOf('production', names.length, names);
}

/** Finds event types whose alarm would only have a title. */
async function textsOf(db: Db): Promise<ReadinessCheck> {
  const { rows } = await sql<{ name: string }>`
    select e.name from event_types e
    where e.is_active and not exists (
      select 1 from report_event_snippets x join report_types r on r.id = x.report_type_id
      join snippets s on s.id = x.snippet_id and s.is_active and s.content ~ '\\S'
      where r.identifier = 'activation' and (x.event_type_id = e.id or x.event_type_id is null))
    order by e.name`.execute(db);
  return checkOf(
    'texts',
    rows.length,
    rows.map(({ name }) => name),
  );
}

/** Finds crisis team members whom no event type alerts. */
async function crisisAlarmOf(db: Db): Promise<ReadinessCheck> {
  const { rows } = await sql<{ count: number }>`
    with recursive lists as (
      select l.id from mailing_lists l where l.is_active and exists (
        select 1 from event_type_mailing_lists x join event_types e on e.id = x.event_type_id and e.is_active
        where x.mailing_list_id = l.id)
      union select child.id from mailing_lists child join lists on lists.id = child.parent_list_id where child.is_active),
    groups_called as (
      select g.id from groups g where g.is_active and exists (
        select 1 from list_groups x join lists on lists.id = x.mailing_list_id where x.group_id = g.id)
      union select child.id from groups child join groups_called c on c.id = child.parent_group_id where child.is_active)
    select count(*)::int as count from people p
    where p.is_crisis and p.is_active
      and not exists (select 1 from mailing_list_people m join lists on lists.id = m.mailing_list_id where m.person_id = p.id)
      and not exists (select 1 from person_groups m join groups_called c on c.id = m.group_id where m.person_id = p.id)`.execute(
    db,
  );
  return checkOf('crisisAlarm', rows[0]!.count);
}

async function numbersOf(db: Db): Promise<ReadinessCheck> {
  const found = await findSuspectNumbers(db);
  return checkOf(
    'numbers',
    found.length,
    found.map(({ name }) => name),
  );
}
