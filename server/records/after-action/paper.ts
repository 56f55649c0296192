import { letterhead } from '#server/api/files/letterhead.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { cellsIn } from '#server/platform/sheets/cells.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { type Charts, chartsOf } from './charts.ts';
import { loadAfterAction } from './load.ts';
import { afterActionTables, type Tables } from './tables.ts';
import { afterActionWords } from './words.ts';

/** The printed after-action content as text. */
export interface AfterActionPaper {
  language: string;
  organisation: string;
  /** As a data URI. */
  logo: string | null;
  eventName: string;
  mode: string;
  /** File name without extension. */
  file: string;
  created: Date;
  /** Names and values of event-wide facts. */
  facts: [string, string][];
  charts: Charts;
  tables: Tables;
  /** Notes below tables. */
  notes: Partial<Record<keyof Tables, string>>;
  /** Notes instead of tables whose rows are withheld. */
  withheld: Partial<Record<keyof Tables, string>>;
}

/** Loads an event's printed content in one language. */
export async function loadAfterActionPaper(
  ctx: Pick<Context, 'db' | 'viewer' | 'loaders'>,
  event: Row<'events'>,
  language: string,
): Promise<AfterActionPaper> {
  const [head, known] = await Promise.all([letterhead(ctx.db), loadAfterAction(ctx, event)]);
  const { organisation, logo, timeZone } = head;
  const words = textIn(afterActionWords, language);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const number = new Intl.NumberFormat(localeOf(language));
  const { arrived, missing, notNeeded } = known.counts;
  const created = new Date();
  const { access } = known;
  const more = access === 'open' ? arrived + missing + notNeeded - known.people.length : 0;
  const hidden = access === 'open' ? null : words.rowsWithheld[access];
  const isWithheld = access !== 'open' && known.reach.people === 0 && known.alarms.length > 0;
  const ended = event.finishedAt ? format.format(event.finishedAt) : event.isRunning ? words.running : '';
  const counts = {
    arrived: number.format(arrived),
    missing: number.format(missing),
    notNeeded: number.format(notNeeded),
  };
  return {
    language,
    organisation,
    logo,
    eventName: event.name,
    mode: event.mode,
    file: `${words.file}-${event.id}`,
    created,
    facts: [
      [words.began, format.format(event.eventDate)],
      ...(ended ? ([[words.finished, ended]] satisfies [string, string][]) : []),
      [words.came, isWithheld ? words.withheld : words.cameText(counts)],
      [words.asOf, format.format(created)],
    ],
    charts: chartsOf(known, { language, timeZone }),
    tables: afterActionTables(known, language, cellsIn(language, timeZone)),
    notes: {
      groups: access !== 'open' ? words.frozen : words.today,
      ...(more > 0 ? { people: words.morePeople(number.format(more)) } : {}),
      ...(known.moreTimeline ? { timeline: words.moreTimeline(number.format(known.moreTimeline)) } : {}),
    },
    withheld: {
      ...(hidden ? { people: hidden } : {}),
      ...(hidden && access !== 'open' ? { limits: hidden, groups: hidden } : {}),
    },
  };
}
