import type { PdfFigure } from '#server/platform/pdf/figure.ts';
import { readIn } from '#shared/administration/translated.ts';
import { arrivalsDrawing } from '#shared/charts/arrivals.ts';
import { barsDrawing } from '#shared/charts/bars.ts';
import { courseDrawing, courseLooks, courseNames } from '#shared/charts/course.ts';
import type { Look } from '#shared/charts/shape.ts';
import { durationText } from '#shared/duration.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import type { AfterAction } from './after-action.ts';
import { type ChannelPart, chartWords, type GroupPart } from './chart-words.ts';
import type { Tables } from './tables.ts';
import { afterActionWords } from './words.ts';

/** A drawing and its omitted content. */
export interface Chart extends PdfFigure {
  note?: string;
}

/** As on the page; empty ones are absent. */
export type Charts = Partial<Record<'course' | keyof Tables, Chart | undefined>>;

// In drawing units: letters are eight points high on paper.
const width = 800;
// Keeps every drawing smaller than a page.
const most = { people: 10, bars: 12 };

interface Reader {
  language: string;
  timeZone: string;
  number: (value: number) => string;
}

/** Draws the charts in one language. */
export function chartsOf(known: AfterAction, { language, timeZone }: Omit<Reader, 'number'>): Charts {
  const number = new Intl.NumberFormat(localeOf(language));
  const reader = { language, timeZone, number: (value: number) => number.format(value) };
  return {
    course: known.course.length ? courseChart(known, reader) : undefined,
    people: peopleChart(known, reader),
    channels: known.channels.length ? channelsChart(known, reader) : undefined,
    groups: known.groups.length ? groupsChart(known.groups, reader) : undefined,
  };
}

function courseChart({ course, alarms }: AfterAction, { language, number }: Reader): Chart {
  const words = textIn(chartWords, language);
  const begin = course[0]!.at.getTime();
  const moments = course.map((point) => ({ ...point, seconds: (point.at.getTime() - begin) / 1000 }));
  const { seconds, answered, coming, arrived } = moments.at(-1)!;
  const asked = alarms.reduce((sum, alarm) => sum + alarm.asked, 0);
  const duration = (milliseconds: number) => durationText(milliseconds, language);
  const counts = { answered: number(answered), coming: number(coming), arrived: number(arrived), asked: number(asked) };
  return {
    alt: words.courseSummary({ ...counts, time: duration(seconds * 1000) }),
    legend: courseNames.map((name) => ({ look: courseLooks[name], label: words.courseNames[name], isLine: true })),
    drawing: courseDrawing(moments, asked, { width, words: { number, duration, asked: words.asked(number(asked)) } }),
  };
}

function peopleChart({ people, counts }: AfterAction, { language, timeZone, number }: Reader): Chart | undefined {
  const words = textIn(chartWords, language);
  const timed = people.filter(({ expectedAt, arrivedAt }) => expectedAt || arrivedAt);
  if (!timed.length) return undefined;
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone });
  const rows = timed.slice(0, most.people).map(({ firstName, lastName, expectedAt, arrivedAt }) => ({
    name: `${firstName} ${lastName}`.trim(),
    expected: expectedAt && expectedAt.getTime() / 1000,
    arrived: arrivedAt && arrivedAt.getTime() / 1000,
  }));
  const { arrived, missing, notNeeded } = counts;
  const said = { arrived: number(arrived), missing: number(missing), notNeeded: number(notNeeded) };
  return {
    alt: textIn(afterActionWords, language).cameText(said),
    legend: [
      { look: 'none', label: words.expected },
      { look: 'good', label: words.arrived },
      { look: 'bad', label: words.late, isLine: true },
    ],
    drawing: arrivalsDrawing(rows, { width, time: (seconds) => time.format(seconds * 1000) }),
    ...(timed.length > rows.length ? { note: words.first(number(rows.length)) } : {}),
  };
}

const channelLooks = { handedOver: 'good', open: 'info', failed: 'bad', suppressed: 'none' } satisfies Record<
  ChannelPart,
  Look
>;
const groupLooks = { positive: 'good', neutral: 'info', negative: 'bad', none: 'none' } satisfies Record<
  GroupPart,
  Look
>;

function channelsChart({ access, channels: all }: AfterAction, { language, number }: Reader): Chart {
  const words = textIn(chartWords, language);
  const shown = (answers: number) =>
    access !== 'open' ? textIn(afterActionWords, language).withheld : number(answers);
  const named = all.slice(0, most.bars).map((channel) => ({ ...channel, name: readIn(channel, 'name', language) }));
  const bars = named.map((channel) => ({
    label: words.channelBar(channel.name, shown(channel.answers)),
    parts: partsOf(channelLooks, channel),
  }));
  const alt = named.map(({ name, handedOver, messages, answers }) =>
    words.channelSummary(name, {
      handedOver: number(handedOver),
      messages: number(messages),
      answers: shown(answers),
    }),
  );
  const note = all.length > named.length ? { note: words.first(number(named.length)) } : {};
  return { alt: alt.join(' '), ...outcomes(channelLooks, words.channelParts, bars, number), ...note };
}

function groupsChart(all: AfterAction['groups'], { language, number }: Reader): Chart {
  const words = textIn(chartWords, language);
  const groups = all.slice(0, most.bars);
  const bars = groups.map((group) => ({ label: group.name, parts: partsOf(groupLooks, group) }));
  const alt = groups.map(({ name, positive, people, none }) =>
    words.groupSummary(name, { positive: number(positive), people: number(people), none: number(none) }),
  );
  const note = all.length > groups.length ? { note: words.largest(number(groups.length)) } : {};
  return { alt: alt.join(' '), ...outcomes(groupLooks, words.groupParts, bars, number), ...note };
}

const partsOf = <Part extends string>(looks: Record<Part, Look>, counts: NoInfer<Record<Part, number>>): number[] =>
  (Object.keys(looks) as Part[]).map((part) => counts[part]);

function outcomes<Part extends string>(
  looks: Record<Part, Look>,
  names: Record<Part, string>,
  bars: Parameters<typeof barsDrawing>[0],
  number: Reader['number'],
): Pick<Chart, 'legend' | 'drawing'> {
  const parts = Object.keys(looks) as Part[];
  return {
    legend: parts.map((part) => ({ look: looks[part], label: names[part] })),
    drawing: barsDrawing(
      bars,
      parts.map((part) => looks[part]),
      { width, number },
    ),
  };
}
