import type { EntityName } from '#shared/administration/entity.ts';
import type { IconName } from '#web/ui/icons.ts';

/** The sign of each entity of the administration. */
export const entityIcons: Record<EntityName, IconName> = {
  Channel: 'send',
  ChannelType: 'share',
  EventType: 'event',
  GroupType: 'group',
  ListType: 'list',
  Location: 'location',
  PersonDataType: 'phone',
  ReportEventSnippet: 'link',
  ReportType: 'report',
  SideMenu: 'menu',
  Snippet: 'snippet',
  SnippetType: 'copy',
  SystemMail: 'mail',
  User: 'person',
};
