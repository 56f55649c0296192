import type { Cell, CellRow, CellWriter } from '#server/platform/sheets/cells.ts';
import { readIn } from '#shared/administration/translated.ts';
import { withCorrection } from '#shared/event-log/correction.ts';
import { logText } from '#shared/event-log/kinds.ts';
import { textIn } from '#shared/label.ts';
import type { AfterAction, TimelineEntry } from './after-action.ts';
import { type AfterActionWords, afterActionWords } from './words.ts';

/** A table of a file. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly CellRow[];
}

/** The tables behind the figures, in page order. */
export interface Tables {
  people: Table;
  limits: Table;
  channels: Table;
  groups: Table;
  alarms: Table;
  timeline: Table;
}

/** Returns the after-action data as tables in one language. */
export function afterActionTables(known: AfterAction, language: string, cells: CellWriter): Tables {
  const words = textIn(afterActionWords, language);
  const withheld = known.access !== 'open' ? words.withheld : null;
  const make = (name: keyof Tables, rows: readonly CellRow[]): Table => ({ ...words[name], rows });
  return {
    people: make('people', known.people.map(personRow(cells, words))),
    limits: make('limits', known.limits.map(limitRow(cells, words))),
    channels: make('channels', known.channels.map(channelRow(cells, language, withheld))),
    groups: make('groups', known.groups.length ? [...known.groups, everyone(known, words)].map(groupRow(cells)) : []),
    alarms: make('alarms', known.alarms.map(alarmRow(cells, withheld))),
    timeline: make('timeline', known.timeline.map(entryRow(cells, language))),
  };
}

const numbers = ({ number }: CellWriter, ...values: number[]): Cell[] => values.map((value) => number(value));

const alarmRow =
  (cells: CellWriter, withheld: string | null) =>
  (alarm: AfterAction['alarms'][number]): CellRow => {
    const times = [alarm.firstAt, alarm.halfAt, alarm.allAt].map((at) => (at ? null : withheld) ?? cells.moment(at));
    const head = [alarm.title, cells.moment(alarm.sentAt)];
    // without people, figures are withheld
    if (withheld && alarm.people === 0) return [...head, ...Array<string>(12).fill(withheld), ...times];
    return [...head, ...countsOf(alarm, cells), ...times];
  };

const countsOf = (alarm: AfterAction['alarms'][number], cells: CellWriter): Cell[] => [
  ...numbers(cells, alarm.people, alarm.asked, alarm.reserve + alarm.waiting, alarm.unreachable, alarm.notAsked),
  ...numbers(cells, alarm.handedOver, alarm.delivered, alarm.read),
  ...numbers(cells, alarm.positive, alarm.negative, alarm.neutral, alarm.none),
];

const channelRow =
  (cells: CellWriter, language: string, withheld: string | null) =>
  (channel: AfterAction['channels'][number]): CellRow => [
    readIn(channel, 'name', language),
    ...numbers(cells, channel.messages, channel.handedOver),
    withheld ?? cells.number(channel.delivered),
    ...numbers(cells, channel.failed, channel.open, channel.suppressed),
    withheld ?? cells.number(channel.answers),
  ];

const groupRow =
  (cells: CellWriter) =>
  (group: Omit<AfterAction['groups'][number], 'groupId'>): CellRow => [
    group.name,
    ...numbers(cells, group.people, group.reached, group.positive, group.negative, group.neutral, group.none),
    cells.number(group.arrived),
  ];

/** Returns the total below the groups, which counts everyone once. */
const everyone = ({ access, groups, reach, course }: AfterAction, { everyone: name }: AfterActionWords) => ({
  ...{ name, people: reach.asked, reached: reach.reached, positive: reach.positive, negative: reach.negative },
  ...{ neutral: reach.neutral, none: reach.none },
  // steps of five, one group per person
  arrived: access !== 'open' ? groups.reduce((sum, group) => sum + group.arrived, 0) : (course.at(-1)?.arrived ?? 0),
});

const limitRow =
  (cells: CellWriter, words: AfterActionWords) =>
  (limit: AfterAction['limits'][number]): CellRow => [
    limit.group,
    limit.list,
    ...numbers(cells, limit.needed, limit.reached, limit.contacted),
    words.limit[limit.state],
    cells.moment(limit.begunAt),
    cells.moment(limit.endedAt),
  ];

const personRow =
  (cells: CellWriter, words: AfterActionWords) =>
  (person: AfterAction['people'][number]): CellRow => [
    `${person.firstName} ${person.lastName}`.trim(),
    person.functions ?? '',
    ...[person.answeredAt, person.expectedAt, person.arrivedAt].map((at) => cells.moment(at)),
    words.state[person.state],
  ];

const wordsOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.words);

const entryRow =
  (cells: CellWriter, language: string) =>
  (entry: TimelineEntry): CellRow => {
    const { at, happenedAt, correctsAt, isCorrected } = entry;
    const marks = { corrects: correctsAt && wordsOf(cells.moment(correctsAt)), isCorrected };
    return [cells.moment(happenedAt ?? at), withCorrection(logText(entry, language), marks, language)];
  };
