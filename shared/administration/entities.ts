import { channel } from './channel.ts';
import { channelType } from './channel-type.ts';
import { checklistItem } from './checklist-item.ts';
import { deadlineRule } from './deadline-rule.ts';
import type { Entity } from './entity.ts';
import { eventType } from './event-type.ts';
import { groupType } from './group-type.ts';
import { incomingSource } from './incoming-source.ts';
import { listType } from './list-type.ts';
import { location } from './location.ts';
import { personDataType } from './person-data-type.ts';
import { reportEventSnippet } from './report-event-snippet.ts';
import { reportType } from './report-type.ts';
import { sideMenu } from './side-menu.ts';
import { snippet } from './snippet.ts';
import { snippetType } from './snippet-type.ts';
import { systemMail } from './system-mail.ts';
import { trigger } from './trigger.ts';
import { user } from './user.ts';

/** The administration entities, in overview order. */
export const entities = [
  ...[user, sideMenu],
  ...[eventType, checklistItem, deadlineRule, reportType, channel, channelType, trigger, incomingSource],
  ...[snippet, snippetType, reportEventSnippet, systemMail],
  ...[location, personDataType, groupType, listType],
] as const satisfies readonly Entity<string, string>[];

/** Returns the entity with this name. */
export function entityOf(name: string): Entity {
  const found = entities.find((entity) => entity.name === name);
  if (!found) throw new Error(`no entity is called ${name}`);
  return found;
}
