import type { ShapeOf } from './fields/kinds.ts';
import type { Label } from './label.ts';

/** A channel setting as its provider describes it. */
export type ChannelSetting = ShapeOf<'text' | 'longText' | 'webAddress' | 'number' | 'toggle' | 'select'> & {
  name: string;
  label: Label;
  hint?: Label;
  section?: Label;
  required?: boolean;
  /** Holds for stored channels without this setting. */
  default?: string | number | boolean;
  /** Holds for new channels instead. */
  preset?: string | number | boolean;
  /** Write-only: stored encrypted, never returned. */
  secret?: boolean;
  /** Secrets sent to this address; a new address requires entering them again. */
  receives?: readonly string[];
  /** The form of each line, so that an error can name the line. */
  lines?: 'callLimits';
  /** Shown collapsed at the end. */
  advanced?: boolean;
};

/** Marks settings as advanced. */
export const advanced = (settings: readonly ChannelSetting[]): ChannelSetting[] =>
  settings.map((setting) => ({ ...setting, advanced: true }));

export interface SettingSection {
  section: Label | null;
  settings: ChannelSetting[];
}

/** Groups the settings by section, in order. */
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
