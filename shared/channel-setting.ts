import type { ShapeOf } from './fields/kinds.ts';
import type { Label } from './label.ts';

/** A channel setting as its provider describes it: a kind with its limits, and its secrecy. */
export type ChannelSetting = ShapeOf<'text' | 'longText' | 'webAddress' | 'number' | 'toggle' | 'select'> & {
  name: string;
  label: Label;
  hint?: Label;
  /** Heading of the section that starts here. */
  section?: Label;
  required?: boolean;
  default?: string | number | boolean;
  /** Marks a write-only setting: stored encrypted, never returned by the API. */
  secret?: boolean;
  /** Secrets that are sent to this setting's address; changing the address requires entering them again. */
  receives?: readonly string[];
  /** Marks a rarely needed setting, which the form shows collapsed at the end. */
  advanced?: boolean;
};

/** Returns settings as advanced where few installations need them. */
export const advanced = (settings: readonly ChannelSetting[]): ChannelSetting[] =>
  settings.map((setting) => ({ ...setting, advanced: true }));

/** Settings of a section; the heading is null if there is none. */
export interface SettingSection {
  section: Label | null;
  settings: ChannelSetting[];
}

/** Returns the settings by section, in order; settings before the first heading have none. */
export function bySection(settings: readonly ChannelSetting[]): SettingSection[] {
  const parts: SettingSection[] = [];
  for (const setting of settings) {
    if (setting.section || !parts.length) parts.push({ section: setting.section ?? null, settings: [] });
    parts.at(-1)!.settings.push(setting);
  }
  return parts;
}

/** Splits the sections into common and advanced settings. */
export function folded(settings: readonly ChannelSetting[]): { first: SettingSection[]; advanced: SettingSection[] } {
  const parts = bySection(settings);
  const only = (wanted: boolean) =>
    parts
      .map((part) => ({ ...part, settings: part.settings.filter((one) => (one.advanced === true) === wanted) }))
      .filter((part) => part.settings.length > 0);
  return { first: only(false), advanced: only(true) };
}
