import { sql } from 'kysely';
import { guardFigures } from '#server/alerting/progress/guard-board.ts';
import { oneGroupEach } from '#server/alerting/progress/one-group-each.ts';
import { eachPersonOnce, noFigures } from '#server/alerting/progress/people-figures.ts';
import type { PersonAccess } from '#server/api/by-person/access.ts';
import { inStepsOfFive, mergeSmall, smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import type { AfterAction, AlarmOutcome, CoursePoint, GroupOutcome } from './after-action.ts';

const othersName: ByLanguage<string> = { de: 'Weitere', en: 'Others' };

type Figures = Omit<GroupOutcome, 'groupId' | 'name'>;

/** Returns groups: each person once, none below five people. */
export async function groupsInFives(db: Db, reports: readonly number[], language: string): Promise<GroupOutcome[]> {
  if (!reports.length) return [];
  const { rows } = await sql<Figures & { name: string | null }>`
    select o.name, count(*) as people,
      count(*) filter (where p.delivered or p.kind is not null) as reached,
      count(*) filter (where p.kind = 'POSITIVE') as positive, count(*) filter (where p.kind = 'NEGATIVE') as negative,
      count(*) filter (where p.kind = 'NEUTRAL') as neutral, count(*) filter (where p.kind is null) as none,
      count(v.person_id) as arrived
    from ${eachPersonOnce(sql`${reports}::int[]`)} p
    left join ${oneGroupEach(sql`${reports}::int[]`)} o on o.person_id = p.who
    left join (select distinct person_id from arrivals where report_id = any(${reports})) v on v.person_id = p.who
    where p.asked or p.kind is not null
    group by o.name order by o.name`.execute(db);
  const empty = {
    groupId: 0,
    name: textIn(othersName, language),
    people: 0,
    reached: 0,
    positive: 0,
    negative: 0,
    neutral: 0,
    none: 0,
    arrived: 0,
  };
  // own numbers, because groups may have changed
  const own = rows.flatMap(({ name, ...figures }, at) =>
    name === null ? [] : [{ groupId: -1 - at, name, ...figures }],
  );
  const without = rows.filter(({ name }) => name === null).reduce<GroupOutcome>(addTo, empty);
  const { shown, rest } = mergeSmall(own, without, addTo);
  return rest && own.length ? [...shown, rest] : shown;
}

const addTo = (sum: GroupOutcome, more: Figures): GroupOutcome => ({
  ...sum,
  people: sum.people + more.people,
  reached: sum.reached + more.reached,
  positive: sum.positive + more.positive,
  negative: sum.negative + more.negative,
  neutral: sum.neutral + more.neutral,
  none: sum.none + more.none,
  arrived: sum.arrived + more.arrived,
});

/**
 * Returns the viewer's data. After the event and for viewers who don't see people: without times of single people, stop
 * limits, whose groups overlap with others, and answers by channel.
 */
export function guardAfterAction(whole: AfterAction, access: PersonAccess, groups: GroupOutcome[]): AfterAction {
  if (access === 'open') return whole;
  const isSmall = whole.reach.people < smallestGroup;
  return {
    ...whole,
    alarms: whole.alarms.map(guardAlarm),
    reach: differsByFew(whole) ? { ...whole.reach, ...noFigures } : guardFigures(whole.reach),
    channels: whole.channels.map((channel) => ({ ...channel, delivered: 0, answers: 0 })),
    // alarms to some people would overlap with groups
    groups: whole.alarms.every(({ people }) => people === whole.reach.people) ? groups : [],
    limits: [],
    counts: isSmall || differsByFew(whole) ? { arrived: 0, notNeeded: 0, missing: 0 } : whole.counts,
    people: [],
    course: isSmall ? [] : withoutZeros(courseInFives(whole.course)),
  };
}

/** Returns whether an alarm, or the people whom only others reached, are fewer than five. */
const differsByFew = ({ alarms, reach }: AfterAction): boolean =>
  alarms.some(({ people }) => people < smallestGroup || isFew(reach.people - people));

const isFew = (people: number) => people > 0 && people < smallestGroup;

/** The median is of many; the first and last answers are of one. */
const guardAlarm = (alarm: AlarmOutcome): AlarmOutcome => ({
  ...guardFigures(alarm),
  firstAt: null,
  halfAt: alarm.answered >= 2 * smallestGroup && alarm.halfAt ? toMinute(alarm.halfAt) : null,
  allAt: null,
});

const toMinute = (moment: Date) => new Date(Math.round(moment.getTime() / 60_000) * 60_000);

/** A course without steps would look unanswered. */
const withoutZeros = (course: CoursePoint[]) => (course.at(-1)?.answered ? course : []);

const oneMinute = 60_000;
/** Lengths of steps in minutes; the longest course has 60 steps of 6 minutes. */
const stepMinutes = [1, 2, 3, 6];

/**
 * Returns a course that grows by at least five people at once. Its steps don't depend on the last answer, and it ends with
 * the last step that grows, because the end of the whole course is the moment of one person.
 */
function courseInFives(course: readonly CoursePoint[]): CoursePoint[] {
  const steps = inWholeMinutes(course);
  const [answered, coming, arrived] = (['answered', 'coming', 'arrived'] as const).map((name) =>
    inStepsOfFive(steps.map((point) => point[name])),
  );
  const shown = steps.map(({ at }, place) => ({
    at,
    answered: answered![place]!,
    coming: coming![place]!,
    arrived: arrived![place]!,
  }));
  const last = shown.findLastIndex((point, place) => {
    const before = shown[place - 1];
    return (['answered', 'coming', 'arrived'] as const).some((name) => point[name] > (before?.[name] ?? 0));
  });
  return shown.slice(0, last + 1);
}

/** Returns the figures after every few whole minutes since the start. */
function inWholeMinutes(course: readonly CoursePoint[]): CoursePoint[] {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return [];
  const span = last.at.getTime() - first.at.getTime();
  const most = course.length - 1;
  const length = (stepMinutes.find((minutes) => minutes * oneMinute * most >= span) ?? stepMinutes.at(-1)!) * oneMinute;
  return Array.from({ length: Math.ceil(span / length) + 1 }, (_, step) => {
    const at = new Date(first.at.getTime() + step * length);
    return { ...course.findLast((point) => point.at <= at)!, at };
  });
}
