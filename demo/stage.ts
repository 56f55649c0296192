import type { Tx } from '#server/platform/database/connect.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { content } from './content.ts';
import type { EventTypes } from './insert-event-types.ts';
import type { Lists } from './insert-lists.ts';

/** The rows that demo events refer to. */
export interface DemoStage extends EventTypes {
  now: Date;
  lists: Lists;
  /** By last name or identifier. */
  channels: ReadonlyMap<string, { id: number; name: string; nameEn: string | null }>;
  users: ReadonlyMap<string, number>;
  reportTypes: ReadonlyMap<string, number>;
  statuses: ReadonlyMap<string, number>;
  secrets: Pick<Secrets, 'link'>;
}

/** Adds the missing channels of past events, switched off. */
export async function insertChannels(tx: Tx): Promise<DemoStage['channels']> {
  const types = await tx.selectFrom('channelTypes').select(['id', 'identifier']).execute();
  await tx
    .insertInto('channels')
    .values(
      content.hospital.channels.map(({ type, ...channel }) => ({
        ...channel,
        isActive: false,
        channelTypeId: types.find((row) => row.identifier === type)!.id,
      })),
    )
    .onConflict((c) => c.column('identifier').doNothing())
    .execute();
  const rows = await tx.selectFrom('channels').select(['id', 'identifier', 'name', 'nameEn']).execute();
  return new Map(rows.map(({ identifier, ...channel }) => [identifier, channel]));
}

/** Returns the ids of a table by identifier. */
export async function idsByIdentifier(
  tx: Tx,
  table: 'reportTypes' | 'eventStatuses',
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom(table).select(['id', 'identifier']).execute();
  return new Map(rows.map(({ id, identifier }) => [identifier, id]));
}

/** The event of a report. */
export interface StagedEvent {
  id: number;
  name: string;
  mode: 'LIVE' | 'EXERCISE';
  state: 'running' | 'finished' | 'archived';
  began: Date;
}
