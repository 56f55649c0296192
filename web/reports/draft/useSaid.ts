import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useClient, useMutation } from 'urql';
import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { type Text, withPlace, withSaidLines } from '#shared/said-lines.ts';
import { placeNames } from '#web/events/place-names.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { asOneMutation } from '#web/lib/tab/pending-mutations.ts';
import { type ReportDetails, ReportStirred, SaidQuery, UpdateReportMutation } from '#web/reports/queries.ts';
import type { Preflight } from '#web/reports/send/queries.ts';

type Place = ResultOf<typeof SaidQuery>['eventPlaces'][number];

type SaidText = { where?: string; what?: string };

/** The place and details typed here, null if untouched, and whether they are unsaved. */
type Typed = { where: string | null; what: string | null; isUnsaved: boolean };

const nothing: Typed = { where: null, what: null, isUnsaved: false };

/** The incident details (where and what exactly) that the author enters, and their effect on the text. */
export type Said = {
  /** The names of the places to choose from: all, or those matching the input. */
  places: readonly string[];
  /** Returns the place with this name. */
  placeOf: (name: string) => Place | undefined;
  /** The place in the text now: the default place of the kind of event until the author sets one. */
  where: string;
  what: string;
  /** Whether nothing was prepared for this kind of event, so that only the author can describe it. */
  isGeneral: boolean;
  /** Whether the content of the text is known. Until then, don't read it. */
  isKnown: boolean;
  /** Whether something typed is unsaved. Nothing may be sent until it is stored. */
  isUnsaved: boolean;
  type: (typed: SaidText) => void;
  /** Stores the typed details or the given ones. */
  save: (given?: SaidText) => Promise<boolean>;
  /** The revision mark of the drafts with these details. */
  seen: string | undefined;
  refetch: () => void;
  /** The current values of the text's placeholders. */
  values: PlaceholderValues;
  /** Stores the answer to a placeholder for place or details. Returns null for other placeholders. */
  answer: (name: string, value: string) => Promise<boolean> | null;
  /** Fills a text with the current details. */
  fill: (text: Text) => Text;
  /** Fills a text only with unsaved details, because the server fills in stored ones. */
  fillTyped: (text: Text) => Text;
  /** Removes the warnings of a preflight that details entered since have resolved. */
  settle: (preflight: Preflight) => Preflight;
};

const PAUSE = 700;

type Listener = {
  /** Called after input or a choice. */
  onTyped: () => void;
  /** Called after storing. */
  onChanged: () => void;
  /** Called on any change of the report, including changes by colleagues. */
  onStirred: () => void;
};

/** Manages the incident details of a draft and their display in the text while the user types. */
export function useSaid(report: ReportDetails, { onTyped, onChanged, onStirred }: Listener): Said {
  const client = useClient();
  const asked = { report: report.id };
  const { data, error, refetch } = useData(SaidQuery, asked);
  const stirred = () => {
    refetch(); // a colleague may enter details too
    onStirred();
  };
  useLive(ReportStirred, { id: report.id }, stirred, { first: refetch });
  const [, update] = useMutation(UpdateReportMutation);
  const [typed, setTyped] = useState(nothing);
  const latest = useRef(nothing);
  const turn = useRef<Promise<boolean>>(Promise.resolve(true));
  const show = (now: Typed) => {
    latest.current = now;
    setTyped(now);
  };
  const note = (part: SaidText) => {
    show({ ...latest.current, ...part, isUnsaved: true });
    onTyped();
  };
  const stored = data?.report;
  const known = (stored?.placeholders ?? {}) as PlaceholderValues;
  const all = data?.eventPlaces ?? [];
  const names = placeNames(all);
  const named = (text: string | null) => all[names.findIndex((name) => same(name, text ?? ''))];
  const nameOf = (place: Place) => names[all.indexOf(place)];
  const { isUnsaved } = typed;
  const said = all.find((place) => isSaid(place, stored?.location?.id, known));
  const where = typed.where ?? (said && nameOf(said)) ?? known['event.place'] ?? '';
  const what = typed.what ?? stored?.description ?? '';
  // only details that someone entered count, not the default place of the kind
  const saysWhere = typed.where === null ? Boolean(stored?.location ?? stored?.place) : typed.where.trim() !== '';
  const values = { ...known, ...(isUnsaved && typedValues(typed, named(typed.where))) };
  const store = async (isTyping: boolean) => {
    const now = latest.current;
    if (now.isUnsaved) {
      const { error: refused } = await update({ input: { id: report.id, ...inputOf(now, named(now.where)) } });
      if (refused) return false;
      onChanged();
      const newest = await client.query(SaidQuery, asked).toPromise();
      if (newest.error) return false;
    }
    // further input stays as typed, including the space before the next word
    if (latest.current === now) show(isTyping ? { ...now, isUnsaved: false } : nothing);
    return true;
  };
  const storeInTurn = (isTyping: boolean) => {
    turn.current = asOneMutation(turn.current.then(() => store(isTyping)));
    return turn.current;
  };
  const storeSoon = useDebouncedCallback(() => void storeInTurn(true), { delay: PAUSE, flushOnUnmount: true });
  const says = {
    place: typed.where === null ? undefined : typed.where.trim() !== '',
    description: typed.what === null ? undefined : typed.what.trim() !== '',
  };
  const move = { before: known['event.place'], after: values['event.place'] };
  const fill = ({ title, content }: Text): Text => {
    const isPrepared = report.prepared.some((version) => version.title === title);
    const named = isUnsaved ? withPlace(title, move, isPrepared) : title;
    const words = isUnsaved ? withSaidLines({ title: named, content }, says, move.after) : content;
    return { title: fillPlaceholders(named, values), content: fillPlaceholders(words, values) };
  };
  const save = (given?: SaidText) => {
    if (given) note(given);
    return storeInTurn(false);
  };
  return {
    placeOf: named,
    places: isUnsaved && typed.where ? names.filter((name) => lower(name).includes(lower(typed.where!))) : names,
    where,
    what,
    isGeneral: stored?.eventType?.identifier === 'general',
    isKnown: Boolean(data ?? error),
    isUnsaved,
    seen: stored?.seen,
    refetch,
    values,
    type: (part) => {
      note(part);
      storeSoon();
    },
    save,
    answer: (name, value) => {
      if (name === 'event.place' || name === 'event.location') return save({ where: value });
      return name === 'event.description' ? save({ what: value }) : null;
    },
    fill,
    fillTyped: isUnsaved ? fill : (text) => text,
    settle: (preflight) => ({
      ...preflight,
      warnings: preflight.warnings.filter(
        (warning) =>
          !(saysWhere && aboutPlace.has(warning)) && !(what.trim() !== '' && warning === 'warning_what_missing'),
      ),
    }),
  };
}

const aboutPlace: ReadonlySet<string> = new Set(['warning_place_default', 'warning_place_missing']);

const lower = (text: string) => text.trim().toLowerCase();
const same = (a: string, b: string) => lower(a) === lower(b);

/** Returns whether a place is the one in the text: the chosen one, or the default of the kind. */
const isSaid = ({ id, name, address }: Place, chosen: string | undefined, known: PlaceholderValues): boolean =>
  chosen === undefined
    ? name === known['event.place'] && (address ?? undefined) === known['event.address']
    : id === chosen;

function typedValues({ where, what }: Typed, place: Place | undefined): PlaceholderValues {
  const text = place?.name ?? (where?.trim() || undefined);
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
