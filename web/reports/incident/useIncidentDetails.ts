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

/** The incident details (where and what exactly) that the author enters, and their effect on the text. */
export type IncidentDetails = {
  /** The names of the places to choose from: all, or those matching the input. */
  places: readonly string[];
  /** Returns the place with this name. */
  placeOf: (name: string) => IncidentPlace | undefined;
  /** The place in the text now: the default place of the kind of event until the author sets one. */
  where: string;
  what: string;
  /** Whether nothing was prepared for this kind of event, so that only the author can describe it. */
  isGeneral: boolean;
  /** Whether the content of the text is known. Until then, don't read it. */
  isKnown: boolean;
  /** Whether something typed is unsaved. Nothing may be sent until it is stored. */
  isUnsaved: boolean;
  type: (typed: Details) => void;
  /** Stores the typed details or the given ones. */
  save: (given?: Details) => Promise<boolean>;
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

type Listener = {
  /** Called after input or a choice. */
  onTyped: () => void;
  /** Called after storing. */
  onChanged: () => void;
  /** Called on any change of the report, including changes by colleagues. */
  onStirred: () => void;
};

/** Manages the incident details of a draft and their display in the text while the user types. */
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
  // only details that someone entered count, not the default place of the kind
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
