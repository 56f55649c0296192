import type { ObjectRef } from '@pothos/core';
import type { EntityName } from '#shared/administration/entity.ts';
import type { builder } from '../graphql/builder.ts';
import type { Collection } from '../graphql/ids.ts';
import * as types from '../graphql/types.ts';

/** A row of any of the tables; which columns it has, the entity's description says. */
export type EntityRow = Record<string, unknown> & { id: number };

/** The object type of an entity, seen without its row type. */
export type EntityRef = ObjectRef<(typeof builder)['$inferSchemaTypes'], EntityRow>;

interface Home {
  ref: object;
  table: (typeof tables)[number];
}

const tables = [
  ...(['channels', 'channelTypes', 'eventTypes', 'groupTypes', 'listTypes', 'locations', 'mailingLists'] as const),
  ...(['personDataTypes', 'reportEventSnippets', 'reportTypes', 'sideMenus', 'snippets', 'snippetTypes'] as const),
  ...(['systemMails', 'users'] as const),
];

const homes: Record<EntityName | 'MailingList', Home> = {
  Channel: { ref: types.ChannelRef, table: 'channels' },
  ChannelType: { ref: types.ChannelTypeRef, table: 'channelTypes' },
  EventType: { ref: types.EventTypeRef, table: 'eventTypes' },
  GroupType: { ref: types.GroupTypeRef, table: 'groupTypes' },
  ListType: { ref: types.ListTypeRef, table: 'listTypes' },
  Location: { ref: types.LocationRef, table: 'locations' },
  MailingList: { ref: types.MailingListRef, table: 'mailingLists' },
  PersonDataType: { ref: types.PersonDataTypeRef, table: 'personDataTypes' },
  ReportEventSnippet: { ref: types.ReportEventSnippetRef, table: 'reportEventSnippets' },
  ReportType: { ref: types.ReportTypeRef, table: 'reportTypes' },
  SideMenu: { ref: types.SideMenuRef, table: 'sideMenus' },
  Snippet: { ref: types.SnippetRef, table: 'snippets' },
  SnippetType: { ref: types.SnippetTypeRef, table: 'snippetTypes' },
  SystemMail: { ref: types.SystemMailRef, table: 'systemMails' },
  User: { ref: types.UserRef, table: 'users' },
};

/** The object type of an entity. */
export const refOf = (name: EntityName | 'MailingList'): EntityRef => homes[name].ref as EntityRef;

/** The table of an entity, as the query builder names it. */
export const tableOf = (name: EntityName | 'MailingList'): Home['table'] => homes[name].table;

/** The collection of an entity: its table's name in SQL, and the path of its ids. */
export const collectionOf = (name: EntityName | 'MailingList'): Collection =>
  tableOf(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Collection;
