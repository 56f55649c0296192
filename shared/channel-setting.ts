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
};

/** The settings under the heading they stand under, in their order; those before the first one have none. */
export function bySection<Setting extends ChannelSetting>(
  settings: readonly Setting[],
): { section: Label | null; settings: Setting[] }[] {
  const parts: { section: Label | null; settings: Setting[] }[] = [];
  for (const setting of settings) {
    if (setting.section || !parts.length) parts.push({ section: setting.section ?? null, settings: [] });
    parts.at(-1)!.settings.push(setting);
  }
  return parts;
}
