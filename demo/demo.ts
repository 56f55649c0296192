import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { content, type DemoEvent } from './content.ts';
import { insertEventTypes } from './insert-event-types.ts';
import { insertPastEvent } from './insert-events.ts';
import { crisisTeam, insertGroups } from './insert-groups.ts';
import { insertLists } from './insert-lists.ts';
import { insertPeople } from './insert-people.ts';
import { insertRosters } from './insert-rosters.ts';
import { insertUsers } from './insert-users.ts';
import { type DemoStage, idsByIdentifier, insertChannels } from './stage.ts';

/** Adds the demo to an empty database. */
export async function seedDemo(app: Pick<App, 'secrets'>, tx: Tx): Promise<void> {
  await setUnset(tx, 'organisation_name', content.hospital.name);
  await setUnset(tx, 'organisation_phone', content.hospital.phone);
  const people = await insertPeople(tx, crisisTeam());
  const groups = await insertGroups(tx, people);
  const lists = await insertLists(tx, people, groups);
  await insertRosters(tx, people, groups);
  const stage: DemoStage = {
    ...(await insertEventTypes(tx, lists)),
    lists,
    now: new Date(),
    secrets: app.secrets,
    users: await insertUsers(tx, people),
    channels: await insertChannels(tx),
    reportTypes: await idsByIdentifier(tx, 'reportTypes'),
    statuses: await idsByIdentifier(tx, 'eventStatuses'),
  };
  for (const event of inOrder()) await insertPastEvent(tx, stage, event);
}

async function setUnset(tx: Tx, valueKey: string, valueStr: string): Promise<void> {
  await tx
    .updateTable('systemSettings')
    .set({ valueStr })
    .where('valueKey', '=', valueKey)
    .where('valueStr', 'is', null)
    .execute();
}

function inOrder() {
  const days = (event: DemoEvent) => ('daysAgo' in event.began ? event.began.daysAgo : 0);
  return [...content.pastEvents, ...content.exercises].sort((a, b) => days(b) - days(a));
}
