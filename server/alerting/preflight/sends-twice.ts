import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { oneIsEnough } from '#server/channels/registry.ts';

/** Returns whether an address gets the message twice over one type. */
export function sendsTwice(prepared: readonly Prepared[]): boolean {
  const chosen = prepared.filter((one) => !one.isFallback && oneIsEnough.includes(one.message.channelType));
  const byType = [...Map.groupBy(chosen, ({ message }) => message.channelType).values()];
  return byType.some((own) => {
    const norms = new Set<string>();
    return own.some(({ resolution }, at) => {
      if (own.length < 2 || !resolution) return false;
      for (const { norm } of recipientsOf(resolution)) {
        if (at > 0 && norms.has(norm)) return true;
        norms.add(norm);
      }
      return false;
    });
  });
}
