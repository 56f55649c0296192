import { Refusal } from '#server/platform/errors.ts';

/** The collections of the API, named like tables and paths below /api/v2. */
export type Collection =
  | 'answer_options'
  | 'api_keys'
  | 'audit_entries'
  | 'backups'
  | 'channel_types'
  | 'channels'
  | 'checklist_items'
  | 'deadline_rules'
  | 'deadlines'
  | 'directories'
  | 'event_statuses'
  | 'event_types'
  | 'events'
  | 'exercise_messages'
  | 'files'
  | 'group_types'
  | 'groups'
  | 'incoming_alerts'
  | 'incoming_items'
  | 'incoming_sources'
  | 'list_groups'
  | 'list_types'
  | 'locations'
  | 'log_entries'
  | 'mailing_lists'
  | 'message_recipients'
  | 'messages'
  | 'monitor_links'
  | 'oidc_providers'
  | 'people'
  | 'person_data'
  | 'person_data_types'
  | 'person_groups'
  | 'release_codes'
  | 'replies'
  | 'report_event_snippets'
  | 'report_types'
  | 'reports'
  | 'scim_tokens'
  | 'security_entries'
  | 'security_roles'
  | 'side_menus'
  | 'situation_reports'
  | 'snippet_types'
  | 'snippets'
  | 'system_mails'
  | 'system_settings'
  | 'tasks'
  | 'triggers'
  | 'uploads'
  | 'user_identities'
  | 'users'
  | 'webhook_deliveries'
  | 'webhooks';

/** Returns a resource's path, its GraphQL id: "/api/v2/groups/12". */
export const idOf = (collection: Collection, number: number): string => `/api/v2/${collection}/${number}`;

/** Returns the number of an ID, a path or bare number; refuses anything else. */
export function numberOf(collection: Collection, id: string): number {
  const prefix = `/api/v2/${collection}/`;
  const text = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw new Refusal('error_invalid_id');
  return Number(text);
}

/** Like `numberOf`; undefined and null stay. */
export function optionalNumberOf(collection: Collection, id: string | null | undefined): number | null | undefined {
  return id === null || id === undefined ? id : numberOf(collection, id);
}

/** Like `numberOf`, without repetitions. */
export function numbersOf(collection: Collection, ids: readonly string[] | null | undefined): number[] {
  return [...new Set((ids ?? []).map((id) => numberOf(collection, id)))];
}
