import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { fillPlaceholders, type PlaceholderValues, saidPlaceholders } from '#shared/placeholders.ts';
import { withSaidLines } from '#shared/said-lines.ts';
import { useData } from '#web/lib/data.ts';
import { type ReportDetails, SaidQuery, UpdateReportMutation } from '#web/reports/queries.ts';
import type { Text } from './EditableText.tsx';

type Place = { id: string; name: string; address: string | null };

/** What was typed here about where and what; null where nothing was. */
type Typed = { where: string | null; what: string | null };

/** What the author says about where and what exactly, and what the text makes of it. */
export type Said = {
  /** The places to choose from: all, or those that hold what is being typed. */
  places: readonly Place[];
  /** Where, as the text says it now: the usual place of the kind while nobody said so. */
  where: string;
  what: string;
  /** Whether it is known what the text says; until then it is not read. */
  isKnown: boolean;
  /** Something is typed and not stored yet: meanwhile nothing may be sent. */
  isUnsaved: boolean;
  type: (typed: Partial<Typed>) => void;
  /** Stores what is typed, or what is given. */
  save: (given?: Partial<Typed>) => Promise<boolean>;
  /** A text as it says what is known now. */
  fill: (text: Text) => Text;
  /** The same while something is not stored: what is stored the server fills in. */
  fillTyped: (text: Text) => Text;
};

const PAUSE = 700;

/** Where and what exactly of a draft, and how its text says so while it is typed. */
export function useSaid(report: ReportDetails, onChanged: () => void): Said {
  const { data, error, refetch } = useData(SaidQuery, { report: report.id });
  const [, update] = useMutation(UpdateReportMutation);
  const [typed, setTyped] = useState<Typed>({ where: null, what: null });
  const [isUnsaved, setUnsaved] = useState(false);
  const latest = useRef(typed);
  const set = (part: Partial<Typed>) => {
    latest.current = { ...latest.current, ...part };
    setTyped(latest.current);
    setUnsaved(true);
  };
  const stored = data?.report;
  const known = (stored?.placeholders ?? {}) as PlaceholderValues;
  const all = data?.eventPlaces ?? [];
  const named = (text: string | null) => all.find(({ name }) => same(name, text ?? ''));
  const where = typed.where ?? known['event.place'] ?? '';
  const what = typed.what ?? stored?.description ?? '';
  const values = onlySaid({ ...known, ...typedValues(typed, named(typed.where)) });
  const save = async (given?: Partial<Typed>) => {
    if (given) set(given);
    else if (!isUnsaved) return true;
    const now = latest.current;
    const { error: refused } = await update({ input: { id: report.id, ...inputOf(now, named(now.where)) } });
    if (refused) return false;
    if (latest.current === now) {
      setUnsaved(false);
      if (now.where?.trim() === '') setTyped({ ...now, where: null }); // the usual place stands again
    }
    refetch();
    onChanged();
    return true;
  };
  const saveSoon = useDebouncedCallback(() => void save(), PAUSE);
  const says = {
    place: Boolean(typed.where === null ? (stored?.location ?? stored?.place) : typed.where.trim()),
    description: Boolean(what.trim()),
  };
  const fill = ({ title, content }: Text): Text => ({
    title: fillPlaceholders(title, values),
    content: fillPlaceholders(isUnsaved ? withSaidLines(content, says) : content, values),
  });
  return {
    places: isUnsaved && typed.where ? all.filter(({ name }) => lower(name).includes(lower(typed.where!))) : all,
    where,
    what,
    isKnown: Boolean(data ?? error),
    isUnsaved,
    type: (part) => {
      set(part);
      saveSoon();
    },
    save,
    fill,
    fillTyped: isUnsaved ? fill : (text) => text,
  };
}

const lower = (text: string) => text.trim().toLowerCase();
const same = (a: string, b: string) => lower(a) === lower(b);

/** Only what a draft keeps open; everything else its text has already. */
const onlySaid = (values: PlaceholderValues): PlaceholderValues =>
  Object.fromEntries(saidPlaceholders.map((name) => [name, values[name]]));

function typedValues({ where, what }: Typed, place: Place | undefined): PlaceholderValues {
  const text = where?.trim() || undefined;
  const address = place?.address ?? undefined;
  return {
    ...(where === null ? {} : { 'event.place': text, 'event.location': text, 'event.address': address }),
    ...(what === null ? {} : { 'event.description': what.trim() || undefined }),
  };
}

function inputOf({ where, what }: Typed, place: Place | undefined) {
  const text = where?.trim() || null;
  return {
    ...(where === null ? {} : place ? { location: place.id, place: null } : { location: null, place: text }),
    ...(what === null ? {} : { description: what.trim() || null }),
  };
}
