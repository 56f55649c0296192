import type { ShapeOf } from './fields/kinds.ts';
import type { Label } from './label.ts';

/** One setting of a channel as its provider describes it: a kind with its limits, and whether it is a secret. */
export type ChannelSetting = ShapeOf<'text' | 'longText' | 'webAddress' | 'number' | 'toggle' | 'select'> & {
  name: string;
  label: Label;
  hint?: Label;
  /** Heading of the settings that begin here. */
  section?: Label;
  required?: boolean;
  default?: string | number | boolean;
  /** Stored encrypted, written only; the API never answers it. */
  secret?: boolean;
  /** The secrets that go where this says: to send them elsewhere one has to know them. */
  receives?: readonly string[];
  /** Hardly anybody needs it: the form shows it folded, behind what everybody does. */
  advanced?: boolean;
};

/** Settings that others have for everybody, where hardly anybody needs them. */
export const advanced = (settings: readonly ChannelSetting[]): ChannelSetting[] =>
  settings.map((setting) => ({ ...setting, advanced: true }));

/** Settings with the heading they stand under, null where they have none. */
export interface Section {
  section: Label | null;
  settings: ChannelSetting[];
}

/** The settings under the heading they stand under, in their order; those before the first one have none. */
export function bySection(settings: readonly ChannelSetting[]): Section[] {
  const parts: Section[] = [];
  for (const setting of settings) {
    if (setting.section || !parts.length) parts.push({ section: setting.section ?? null, settings: [] });
    parts.at(-1)!.settings.push(setting);
  }
  return parts;
}

/** The same in two: what everybody needs, and what hardly anybody does. */
export function folded(settings: readonly ChannelSetting[]): { first: Section[]; advanced: Section[] } {
  const parts = bySection(settings);
  const only = (wanted: boolean) =>
    parts
      .map((part) => ({ ...part, settings: part.settings.filter((one) => (one.advanced === true) === wanted) }))
      .filter((part) => part.settings.length > 0);
  return { first: only(false), advanced: only(true) };
}
