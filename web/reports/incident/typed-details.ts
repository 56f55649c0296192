import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { type Text, withPlace, withSaidLines } from '#shared/said-lines.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import type { SaidQuery } from '#web/reports/queries.ts';
import type { Preflight } from '#web/reports/send/queries.ts';

/** A place to choose from. */
export type IncidentPlace = ResultOf<typeof SaidQuery>['eventPlaces'][number];

/** Place and details of an incident. */
export type Details = { where?: string; what?: string };

/** Typed place and details, null if untouched. */
export type TypedDetails = { where: string | null; what: string | null; isUnsaved: boolean };

/** No input yet. */
export const untouched: TypedDetails = { where: null, what: null, isUnsaved: false };

const lower = (text: string) => text.trim().toLowerCase();

/** Returns whether two names of places are the same. */
export const isSameName = (a: string, b: string): boolean => lower(a) === lower(b);

export const matching = (names: readonly string[], input: string): string[] =>
  names.filter((name) => lower(name).includes(lower(input)));

/** Returns whether a place is in the text. */
export const isInText = (place: IncidentPlace, chosen: string | undefined, known: PlaceholderValues): boolean =>
  chosen === undefined
    ? place.name === known['event.place'] && (place.address ?? undefined) === known['event.address']
    : place.id === chosen;

/** Returns the placeholder values changed by typed details. */
export function typedValues({ where, what }: TypedDetails, place: IncidentPlace | undefined): PlaceholderValues {
  const text = place?.name ?? (where?.trim() || undefined);
  const address = place?.address ?? undefined;
  return {
    ...(where === null ? {} : { 'event.place': text, 'event.location': text, 'event.address': address }),
    ...(what === null ? {} : { 'event.description': what.trim() || undefined }),
  };
}

/** Returns the typed details as fields of a report. */
export function typedInput({ where, what }: TypedDetails, place: IncidentPlace | undefined) {
  const text = where?.trim() || null;
  return {
    ...(where === null ? {} : place ? { location: place.id, place: null } : { location: null, place: text }),
    ...(what === null ? {} : { description: what.trim() || null }),
  };
}

type Values = { known: PlaceholderValues; values: PlaceholderValues };

/** Returns a text with values, and with the lines of typed details. */
export function filled(text: Text, typed: TypedDetails, { known, values }: Values, isPrepared: boolean): Text {
  const withDetails = typed.isUnsaved ? withTyped(text, typed, { known, values }, isPrepared) : text;
  return {
    title: fillPlaceholders(withDetails.title, values),
    content: fillPlaceholders(withDetails.content, values),
  };
}

function withTyped(
  { title, content }: Text,
  typed: TypedDetails,
  { known, values }: Values,
  isPrepared: boolean,
): Text {
  const place = values['event.place'];
  const named = withPlace(title, { before: known['event.place'], after: place }, isPrepared);
  const given = (part: string | null) => (part === null ? undefined : part.trim() !== '');
  const details = { place: given(typed.where), description: given(typed.what) };
  return { title: named, content: withSaidLines({ title: named, content }, details, place) };
}

const aboutPlace: ReadonlySet<string> = new Set(['warning_place_default', 'warning_place_missing']);

/** Removes warnings about details entered since. */
export function withoutResolved(preflight: Preflight, entered: { where: boolean; what: boolean }): Preflight {
  const isResolved = (warning: string) =>
    (entered.where && aboutPlace.has(warning)) || (entered.what && warning === 'warning_what_missing');
  return { ...preflight, warnings: preflight.warnings.filter((warning) => !isResolved(warning)) };
}
