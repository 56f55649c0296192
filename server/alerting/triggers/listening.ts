import type { Values } from '#server/channels/channel.ts';
import { adapterFor, takesReplies } from '#server/channels/registry.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { TriggerWay } from '#shared/trigger-ways.ts';
import type { Trigger } from './find.ts';

/** A way over channels, with the names of its working channels. */
export interface Listening {
  way: string;
  channels: string[];
}

const channelTypes: Readonly<Partial<Record<string, string>>> = {
  sms: 'sms',
  mail: 'email',
  call: 'voice',
} satisfies Partial<Record<TriggerWay, string>>;

/** Returns the channels for a trigger's ways. */
export async function listeningTo(
  db: Db,
  { ways }: Pick<Trigger, 'ways'>,
  language: string | undefined,
): Promise<Listening[]> {
  const rows = await db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.name', 'c.nameEn', 'c.settings', 't.identifier as type'])
    .where('c.isActive', '=', true)
    .where('t.isActive', '=', true)
    .orderBy('c.name')
    .execute();
  const hearing = rows.filter(({ type, settings }) => {
    const adapter = adapterFor(type, settings);
    if (adapter?.shape !== 'voice') return takesReplies(adapter, settings);
    return adapter.takesOrders?.((settings ?? {}) as Values) ?? adapter.gives.calls === true;
  });
  return ways.flatMap((way) => {
    const type = channelTypes[way];
    return type
      ? [{ way, channels: hearing.filter((one) => one.type === type).map((one) => readIn(one, 'name', language)) }]
      : [];
  });
}
