import { useClient, useMutation } from 'urql';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import { placeNames } from '#web/events/place-names.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { type ReportDetails, ReportStirred, SaidQuery, UpdateReportMutation } from '#web/reports/queries.ts';
import type { Preflight } from '#web/reports/send/queries.ts';
import {
  type Details,
  filled,
  type IncidentPlace,
  isInText,
  isSameName,
  matching,
  type TypedDetails,
  typedInput,
  typedValues,
  withoutResolved,
} from './typed-details.ts';
import { useTypedDetails } from './useTypedDetails.ts';

/** The incident details and their effect on the text. */
export type IncidentDetails = {
  places: readonly string[];
  /** Returns the place with this name. */
  placeOf: (name: string) => IncidentPlace | undefined;
  /** The place in the text, a default until the author sets one. */
  where: string;
  what: string;
  /** Nothing was prepared for this kind of event. */
  isGeneral: boolean;
  /** Whether the text is loaded. */
  isKnown: boolean;
  /** Nothing may be sent until it is stored. */
  isUnsaved: boolean;
  type: (typed: Details) => void;
  /** Stores the typed or given details. */
  save: (given?: Details) => Promise<boolean>;
  /** The revision mark of the drafts with these details. */
  seen: string | undefined;
  refetch: () => void;
  /** The current values of the text's placeholders. */
  values: PlaceholderValues;
  /** Stores a placeholder's answer; null for other placeholders. */
  answer: (name: string, value: string) => Promise<boolean> | null;
  fill: (text: Text) => Text;
  /** Fills a text only with unsaved details; the server fills in others. */
  fillTyped: (text: Text) => Text;
  /** Removes warnings about details entered since. */
  settle: (preflight: Preflight) => Preflight;
};

type Listener = {
  /** Called after input or a choice. */
  onTyped: () => void;
  /** Called after storing. */
  onChanged: () => void;
  /** Called on any change of the report. */
  onStirred: () => void;
};

/** Manages a draft's incident details while typing. */
export function useIncidentDetails(
  report: ReportDetails,
  { onTyped, onChanged, onStirred }: Listener,
): IncidentDetails {
  const client = useClient();
  const asked = { report: report.id };
  const { data, error, refetch } = useData(SaidQuery, asked);
  const stirred = () => {
    refetch(); // a colleague may enter details too
    onStirred();
  };
  useLive(ReportStirred, { id: report.id }, stirred, { first: refetch });
  const [, update] = useMutation(UpdateReportMutation);
  const stored = data?.report;
  const known = (stored?.placeholders ?? {}) as PlaceholderValues;
  const all = data?.eventPlaces ?? [];
  const names = placeNames(all);
  const placeOf = (name: string | null) => all[names.findIndex((one) => isSameName(one, name ?? ''))];
  const store = async (now: TypedDetails) => {
    const { error: refused } = await update({ input: { id: report.id, ...typedInput(now, placeOf(now.where)) } });
    if (refused) return false;
    onChanged();
    return !(await client.query(SaidQuery, asked).toPromise()).error;
  };
  const { typed, type, save } = useTypedDetails({ onTyped, store });
  const { isUnsaved } = typed;
  const inText = all.findIndex((place) => isInText(place, stored?.location?.id, known));
  const where = typed.where ?? names[inText] ?? known['event.place'] ?? '';
  const what = typed.what ?? stored?.description ?? '';
  // the default place doesn't count
  const hasPlace = typed.where === null ? Boolean(stored?.location ?? stored?.place) : typed.where.trim() !== '';
  const values = { ...known, ...(isUnsaved && typedValues(typed, placeOf(typed.where))) };
  const isPrepared = (title: string) => report.prepared.some((version) => version.title === title);
  const fill = (text: Text) => filled(text, typed, { known, values }, isPrepared(text.title));
  return {
    placeOf,
    places: isUnsaved && typed.where ? matching(names, typed.where) : names,
    where,
    what,
    isGeneral: stored?.eventType?.identifier === 'general',
    isKnown: Boolean(data ?? error),
    isUnsaved,
    seen: stored?.seen,
    refetch,
    values,
    type,
    save,
    answer: (name, value) => {
      if (name === 'event.place' || name === 'event.location') return save({ where: value });
      return name === 'event.description' ? save({ what: value }) : null;
    },
    fill,
    fillTyped: isUnsaved ? fill : (text) => text,
    settle: (preflight) => withoutResolved(preflight, { where: hasPlace, what: what.trim() !== '' }),
  };
}
