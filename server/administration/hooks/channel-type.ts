import type { Hooks } from '#server/administration/saving.ts';
import { wakeLost } from '#server/alerting/recipients/step-wakes.ts';

/** Waiting alarms use the channels of a type that is switched on. */
export const channelTypeHooks: Hooks = {
  async written({ tx, before }, row) {
    if (before?.['isActive'] === false && row['isActive'] === true) await wakeLost(tx);
    return row;
  },
};
