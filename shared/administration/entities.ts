import { channel } from './channel.ts';
import { channelType } from './channel-type.ts';
import type { Entity, EntityName } from './entity.ts';
import { eventType } from './event-type.ts';
import { groupType } from './group-type.ts';
import { listType } from './list-type.ts';
import { location } from './location.ts';
import { personDataType } from './person-data-type.ts';
import { reportEventSnippet } from './report-event-snippet.ts';
import { reportType } from './report-type.ts';
import { sideMenu } from './side-menu.ts';
import { snippet } from './snippet.ts';
import { snippetType } from './snippet-type.ts';
import { systemMail } from './system-mail.ts';
import { user } from './user.ts';

/** The fourteen entities of the administration area, in the order of its overview. */
export const entities: readonly Entity[] = [
  ...[user, channel, channelType, eventType, reportType],
  ...[snippet, snippetType, reportEventSnippet, systemMail],
  ...[location, personDataType, groupType, listType, sideMenu],
];

/** The entity of this name. */
export const entityOf = (name: EntityName): Entity => entities.find((entity) => entity.name === name)!;
