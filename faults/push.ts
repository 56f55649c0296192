import { addDevice } from '#server/channels/devices/devices.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import { type PushService, startPushService } from '#testing/fakes/push-service.ts';
import { createChannel } from '#testing/messages.ts';
import type { AcceptedMessage } from './ledger.ts';
import type { Stage } from './stage.ts';

/** A push service, with its channel. */
export interface PushPost {
  service: PushService;
  channelId: number;
  /** Gives every person on a list a device. */
  equip(list: number): Promise<void>;
  /** Notifications that replaced an equal one on their device. */
  replaced(): number;
}

/** Starts a push service and creates its channel. */
export async function openPush(stage: Stage): Promise<PushPost> {
  const { db } = stage;
  const service = await startPushService();
  stage.after(() => service.stop());
  const { id: channelId } = await createChannel(db, 'webpush', {
    settings: JSON.stringify({ provider: 'webpush', contact: 'stab@example.org', services: service.origin }),
  });
  const people = new Map<string, number>();
  const shown = () => [...Map.groupBy(service.got, ({ endpoint, topic }) => `${endpoint} ${topic}`).values()];
  stage.source(async (): Promise<AcceptedMessage[]> => {
    const rows = await rowsOf(stage, channelId);
    return shown().map(([first]) => {
      const { endpoint, at } = first!;
      const recipient = rows.get(people.get(endpoint)!) ?? null;
      return { channelId, to: endpoint, key: null, recipient, at, ambiguous: false };
    });
  });
  return {
    service,
    channelId,
    replaced: () => service.got.length - shown().length,
    async equip(list) {
      const { publicKey } = await pushKeys(stage);
      const members = await db
        .selectFrom('mailingListPeople')
        .select('personId')
        .where('mailingListId', '=', list)
        .execute();
      for (const { personId } of members) {
        const { endpoint: address, ...keys } = service.subscribe(publicKey);
        people.set(address, personId);
        await addDevice(stage, { personId }, { kind: 'webpush', address, keys, name: 'Browser' });
      }
    },
  };
}

async function rowsOf({ db }: Stage, channelId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('messageRecipients')
    .select(['id', 'personId'])
    .where('channelId', '=', channelId)
    .execute();
  return new Map(rows.map(({ id, personId }) => [personId!, id]));
}
