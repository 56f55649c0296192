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
