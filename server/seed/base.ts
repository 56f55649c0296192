import type { Tx } from '../database/connect.ts';
import { seedSystemMails } from '../system-mails/seed.ts';
import { channels, channelTypes, personDataTypes, reportTypes, settings, sideMenus, statuses } from './base-data.ts';

/** Adds the rows the program counts on; existing rows keep what an administrator made of them. */
export async function seedBase(tx: Tx): Promise<void> {
  const keep = { on: 'identifier' } as const;
  await tx
    .insertInto('eventStatuses')
    .values(statuses)
    .onConflict((c) => c.column(keep.on).doNothing())
    .execute();
  await tx
    .insertInto('reportTypes')
    .values(reportTypes)
    .onConflict((c) => c.column(keep.on).doNothing())
    .execute();
  await tx
    .insertInto('channelTypes')
    .values(channelTypes)
    .onConflict((c) => c.column(keep.on).doNothing())
    .execute();
  await tx
    .insertInto('personDataTypes')
    .values(personDataTypes)
    .onConflict((c) => c.doNothing())
    .execute();
  await tx
    .insertInto('sideMenus')
    .values(sideMenus)
    .onConflict((c) => c.column(keep.on).doNothing())
    .execute();
  await tx
    .insertInto('systemSettings')
    .values(settings)
    .onConflict((c) => c.column('valueKey').doNothing())
    .execute();
  await seedSystemMails(tx);
  for (const { type, ...channel } of channels) {
    await tx
      .insertInto('channels')
      .columns(['identifier', 'name', 'description', 'channelTypeId'])
      .expression((eb) =>
        eb
          .selectFrom('channelTypes')
          .select((s) => [
            s.val(channel.identifier).as('identifier'),
            s.val(channel.name).as('name'),
            s.val(channel.description).as('description'),
            'id',
          ])
          .where('identifier', '=', type),
      )
      .onConflict((c) => c.column(keep.on).doNothing())
      .execute();
  }
}
