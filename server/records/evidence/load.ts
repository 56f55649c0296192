import { sql } from 'kysely';
import { isCouncilModeOn } from '#server/api/by-person/closed.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { readNumber, readSettings } from '#server/platform/settings/settings.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { Evidence, Finding } from './evidence.ts';
import { countLeavers, loadPlanPeople } from './load-people.ts';
import { loadPlan } from './load-plan.ts';
import { loadRevisions } from './load-revisions.ts';
import { loadTests } from './load-tests.ts';
import { loadResponsible } from './responsible.ts';

const oneDay = 86_400_000;

/** Loads a plan's evidence, or null. People only for authorized readers. */
export async function loadEvidence(ctx: SignedIn, eventType: number): Promise<Evidence | null> {
  const { db, viewer } = ctx;
  const { rows } = await sql<{ name: string; nameEn: string | null; alarmSteps: Evidence['steps']; asOf: Date }>`
    select name, name_en, alarm_steps, clock_timestamp() as as_of from event_types where id = ${eventType}`.execute(db);
  const type = rows[0];
  if (!type) return null;
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const intervalDays = await readNumber(db, 'drill_interval_days', 365);
  const plan = await loadPlan(db, eventType, viewer.language);
  const tests = await loadTests(ctx, eventType);
  const drills = tests.filter(({ mode }) => mode === 'EXERCISE').map(({ reportId }) => reportId);
  const persons = await loadPlanPeople(db, eventType, drills, timeZone);
  const { rows: mode } = await sql<{ isOn: boolean }>`select ${isCouncilModeOn} as is_on`.execute(db);
  const hidesPersons = mode[0]!.isOn;
  const drilled = persons.filter(({ drilledIn }) => drilledIn).length;
  const found = {
    ...plan,
    ...(await loadResponsible(db, eventType)),
    eventType: { id: eventType, name: readIn(type, 'name', viewer.language) },
    ...{ asOf: type.asOf, timeZone, intervalDays, steps: type.alarmSteps },
    ...{ tests, lastTestAt: tests.find(({ mode }) => mode !== 'TEST')?.at ?? null },
    revisions: await loadRevisions(db, eventType, viewer.language),
    people: persons.length,
    leavers: countLeavers(persons),
    drilled: hidesPersons && persons.length < smallestGroup ? null : drilled,
    hidesPersons,
    persons: seesPrivateData(ctx) ? persons.map((one) => (hidesPersons ? { ...one, drilledIn: null } : one)) : null,
  };
  return { ...found, findings: findingsIn(found) };
}

function findingsIn(found: Omit<Evidence, 'findings'>): Finding[] {
  const { lastTestAt, asOf, intervalDays, functions, channels, people, drilled } = found;
  const finding = (key: Finding['key'], count = 0, name: string | null = null): Finding => ({ key, name, count });
  const days = lastTestAt ? Math.floor((asOf.getTime() - lastTestAt.getTime()) / oneDay) : 0;
  const leavers = Object.values(found.leavers).reduce((sum, count) => sum + count, 0);
  return [
    ...(lastTestAt ? [] : [finding('never_tested')]),
    ...(days > intervalDays ? [finding('overdue', days)] : []),
    ...responsibleFindings(found),
    ...(found.lists.length ? [] : [finding('no_list')]),
    ...(found.texts.length ? [] : [finding('no_text')]),
    ...functions.flatMap(({ group, needed, usable }) => {
      const wanted = needed ?? 1;
      if (usable < wanted) return [finding('too_few', wanted - usable, group)];
      return usable === wanted ? [finding('no_deputy', usable, group)] : [];
    }),
    ...channels.filter(({ trouble }) => trouble).map(({ name }) => finding('channel', 0, name)),
    ...(leavers ? [finding('leavers', leavers)] : []),
    ...(drilled !== null && people > drilled ? [finding('not_drilled', people - drilled)] : []),
  ];
}

/** A deputy answers for the plan if the responsible person left; a plan without both has no one. */
function responsibleFindings({ responsible, deputy }: Pick<Evidence, 'responsible' | 'deputy'>): Finding[] {
  if (responsible && !responsible.hasLeft) return [];
  if (!deputy || deputy.hasLeft) return [{ key: 'no_responsible', name: null, count: 0 }];
  return [{ key: 'responsible_left', name: deputy.name, count: 0 }];
}
