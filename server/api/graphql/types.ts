import type { Selectable } from 'kysely';
import type { DB } from '#server/platform/database/types.gen.ts';
import { builder } from './builder.ts';

/** A row of a table. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>;

export type FileRow = Pick<Row<'files'>, 'id' | 'key' | 'name' | 'mimeType' | 'size'>;

/** An entry of contact data with its type, country and language. */
export interface ShownData extends Pick<Row<'personData'>, 'id' | 'personId' | 'keyFieldId' | 'valueStr' | 'valueInt'> {
  type: Row<'personDataTypes'>;
  place: { country: string; language: string };
}

/** `dueAt` is null while it can't be computed. */
export type DeadlineRow = Row<'deadlines'> & {
  dueAt: Date | null;
  isDueSoon: boolean;
  isOverdue: boolean;
};

// The object types of tables, declared here so that concepts can reference each other's without imports.
/** File: a row of files. */
export const FileRef = builder.objectRef<FileRow>('File');
/** SystemSetting: a row of systemSettings. */
export const SystemSettingRef = builder.objectRef<Row<'systemSettings'>>('SystemSetting');
/** SideMenu: a row of sideMenus. */
export const SideMenuRef = builder.objectRef<Row<'sideMenus'>>('SideMenu');
/** SystemMail: a row of systemMails. */
export const SystemMailRef = builder.objectRef<Row<'systemMails'>>('SystemMail');
/** User: a row of users. */
export const UserRef = builder.objectRef<Row<'users'>>('User');
/** EventStatus: a row of eventStatuses. */
export const EventStatusRef = builder.objectRef<Row<'eventStatuses'>>('EventStatus');
/** EventType: a row of eventTypes. */
export const EventTypeRef = builder.objectRef<Row<'eventTypes'>>('EventType');
/** Trigger: a row of triggers. */
export const TriggerRef = builder.objectRef<Row<'triggers'>>('Trigger');
/** IncomingSource: a row of incomingSources. */
export const IncomingSourceRef = builder.objectRef<Row<'incomingSources'>>('IncomingSource');
/** IncomingItem: a row of incomingItems. */
export const IncomingItemRef = builder.objectRef<Row<'incomingItems'>>('IncomingItem');
/** IncomingAlert: a row of incomingAlerts. */
export const IncomingAlertRef = builder.objectRef<Row<'incomingAlerts'>>('IncomingAlert');
/** Event: a row of events. */
export const EventRef = builder.objectRef<Row<'events'>>('Event');
/** LogEntry: a row of logEntries. */
export const LogEntryRef = builder.objectRef<Row<'logEntries'>>('LogEntry');
/** MonitorLink: a row of monitorLinks. */
export const MonitorLinkRef = builder.objectRef<Row<'monitorLinks'>>('MonitorLink');
/** Task: a row of tasks. */
export const TaskRef = builder.objectRef<Row<'tasks'>>('Task');
export const DeadlineRef = builder.objectRef<DeadlineRow>('Deadline');
/** ReportType: a row of reportTypes. */
export const ReportTypeRef = builder.objectRef<Row<'reportTypes'>>('ReportType');
/** Report: a row of reports. */
export const ReportRef = builder.objectRef<Row<'reports'>>('Report');
/** AnswerOption: a row of answerOptions. */
export const AnswerOptionRef = builder.objectRef<Row<'answerOptions'>>('AnswerOption');
/** Message: a row of messages. */
export const MessageRef = builder.objectRef<Row<'messages'>>('Message');
/** MessageRecipient: a row of messageRecipients. */
export const MessageRecipientRef = builder.objectRef<Row<'messageRecipients'>>('MessageRecipient');
/** Answer: a row of answers. */
export const AnswerRef = builder.objectRef<Row<'answers'>>('Answer');
/** Reply: a row of replies. */
export const ReplyRef = builder.objectRef<Row<'replies'>>('Reply');
/** Channel: a row of channels. */
export const ChannelRef = builder.objectRef<Row<'channels'>>('Channel');
/** ChannelType: a row of channelTypes. */
export const ChannelTypeRef = builder.objectRef<Row<'channelTypes'>>('ChannelType');
/** Location: a row of locations. */
export const LocationRef = builder.objectRef<Row<'locations'>>('Location');
/** GroupType: a row of groupTypes. */
export const GroupTypeRef = builder.objectRef<Row<'groupTypes'>>('GroupType');
/** Group: a row of groups. */
export const GroupRef = builder.objectRef<Row<'groups'>>('Group');
/** PersonGroup: a row of personGroups. */
export const PersonGroupRef = builder.objectRef<Row<'personGroups'>>('PersonGroup');
/** ListType: a row of listTypes. */
export const ListTypeRef = builder.objectRef<Row<'listTypes'>>('ListType');
/** MailingList: a row of mailingLists. */
export const MailingListRef = builder.objectRef<Row<'mailingLists'>>('MailingList');
/** ListGroup: a row of listGroups. */
export const ListGroupRef = builder.objectRef<Row<'listGroups'>>('ListGroup');
/** Person: a row of people. */
export const PersonRef = builder.objectRef<Row<'people'>>('Person');
export const PersonDataRef = builder.objectRef<ShownData>('PersonData');
/** PersonDataType: a row of personDataTypes. */
export const PersonDataTypeRef = builder.objectRef<Row<'personDataTypes'>>('PersonDataType');
/** SnippetType: a row of snippetTypes. */
export const SnippetTypeRef = builder.objectRef<Row<'snippetTypes'>>('SnippetType');
/** Snippet: a row of snippets. */
export const SnippetRef = builder.objectRef<Row<'snippets'>>('Snippet');
/** ReportEventSnippet: a row of reportEventSnippets. */
export const ReportEventSnippetRef = builder.objectRef<Row<'reportEventSnippets'>>('ReportEventSnippet');
/** SituationReport: a row of situationReports. */
export const SituationReportRef = builder.objectRef<Row<'situationReports'>>('SituationReport');
