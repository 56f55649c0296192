import { type ByLanguage, textIn } from './label.ts';
import { type Feature, features } from './permissions.ts';

/** Features that a key can have, in selection groups. */
export const keyFeatureGroups = {
  contacts: [
    'create_group',
    'edit_group',
    'delete_group',
    'create_contact_in_group',
    'sort_contacts_in_group',
    'edit_contact',
    'delete_contact',
    'add_contact_to_group',
    'remove_contact_from_group',
    'upload_csv',
  ],
  mailingLists: [
    'create_mailing_group',
    'edit_mailing_group',
    'delete_mailing_group',
    'create_mailing_list',
    'edit_mailing_list',
    'delete_mailing_list',
    'add_contact_to_mailing_group',
    'add_group_to_mailing_group',
    'add_list_to_mailing_group',
    'add_contact_to_mailing_list',
    'add_group_to_mailing_list',
    'add_list_to_mailing_list',
    'remove_contact_from_mailing_list',
  ],
  events: [
    'edit_event',
    'finish_event',
    'continue_event',
    'archive_event',
    'delete_event',
    'write_event_log',
    'export_event_log',
  ],
  activations: [
    'create_activation',
    'set_activation_channel',
    'set_activation_channels',
    'edit_activation_text',
    'add_message_recipients',
    'send_activation_message',
    'start_trigger',
    'delete_activation_message',
  ],
  communications: [
    'create_communication',
    'create_report',
    'edit_report',
    'manage_report',
    'add_report_channel',
    'add_report_channels',
    'send_message',
    'stop_message',
    'release_message',
    'record_answer',
    'view_person_answers',
  ],
  situationReports: ['create_situation_report_home', 'create_situation_report_event', 'approve_situation_report'],
  administration: [
    'manage_location',
    'manage_event_type',
    'manage_report_type',
    'manage_snippet',
    'manage_snippet_type',
    'manage_report_event_snippet',
    'manage_person_data_type',
    'manage_group_type',
    'manage_list_type',
    'manage_side_menu',
    'view_audit_log',
  ],
} as const satisfies Record<string, readonly Feature[]>;

const offered: ReadonlySet<string> = new Set(Object.values(keyFeatureGroups).flat());

export const keyFeatures: readonly Feature[] = (Object.keys(features) as Feature[]).filter((feature) =>
  offered.has(feature),
);

/**
 * Features that no key can have:
 * - Users, setup, and keys: a key could extend its own rights.
 * - Channels and system mails: they give access to other users' password links.
 * - Menus: they are for people.
 */
export const notForKeys: readonly Feature[] = [
  'manage_user',
  'edit_user',
  'manage_channel',
  'manage_channel_type',
  'manage_trigger',
  'manage_incoming',
  'take_incoming',
  'draft_incoming',
  'plan_drill',
  'manage_system_mail',
  'manage_system_setup',
  'show_group_menu',
  'show_mailing_list_menu',
  'show_mailing_group_menu',
  'show_event_menu',
  'show_event_detail_menu',
  'show_activation_menu',
  'show_report_menu',
  'show_admin_menu',
];

const keyMarks: ByLanguage<(key: string) => string> = {
  de: (key) => ` (API-Schlüssel „${key}“)`,
  en: (key) => ` (API key “${key}”)`,
};

/** Adds the name of the API key that wrote a log line. */
export const markedByKey = (line: string, key: string, language: string): string =>
  line + textIn(keyMarks, language)(key);

/** Format of a key: its public part, then 256 random bits. */
export const keyPattern = /^mk_([a-z2-7]{8})_[\w-]{43}$/;
