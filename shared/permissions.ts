export const roles = [
  'contact_manager',
  'mailing_list_manager',
  'crisis_manager',
  'documentation_officer',
  'editor',
  'administrator',
  'system_owner',
] as const;

/** Roles that only a system owner can assign and remove. */
export const privilegedRoles: readonly string[] = ['administrator', 'system_owner'] satisfies (typeof roles)[number][];

export type Role = (typeof roles)[number];

const CM = 'contact_manager';
const ML = 'mailing_list_manager';
const CR = 'crisis_manager';
const DO = 'documentation_officer';
const ED = 'editor';
const AD = 'administrator';

/** The features and their roles. */
export const features = {
  show_group_menu: [CM],
  create_group: [CM],
  edit_group: [CM],
  delete_group: [CM],
  create_contact_in_group: [CM],
  sort_contacts_in_group: [CM],
  edit_contact: [CM],
  delete_contact: [CM],
  add_contact_to_group: [CM],
  remove_contact_from_group: [CM],
  show_mailing_list_menu: [ML],
  show_mailing_group_menu: [ML],
  create_mailing_group: [ML],
  edit_mailing_group: [ML],
  delete_mailing_group: [ML],
  create_mailing_list: [ML],
  edit_mailing_list: [ML],
  delete_mailing_list: [ML],
  add_contact_to_mailing_group: [ML],
  add_group_to_mailing_group: [ML],
  add_list_to_mailing_group: [ML],
  add_contact_to_mailing_list: [ML],
  add_group_to_mailing_list: [ML],
  add_list_to_mailing_list: [ML],
  remove_contact_from_mailing_list: [ML],
  show_event_menu: [CR, DO, ED],
  show_event_detail_menu: [CR, DO, ED],
  finish_event: [CR, DO, ED],
  continue_event: [CR, DO, ED],
  edit_event: [CR, DO, ED],
  create_activation: [CR],
  show_activation_menu: [CR],
  set_activation_channel: [CR],
  set_activation_channels: [CR],
  edit_activation_text: [CR],
  show_report_menu: [CR],
  add_message_recipients: [CR],
  send_activation_message: [CR],
  start_trigger: [CR, AD],
  take_incoming: [CR, AD],
  draft_incoming: [CR],
  plan_drill: [CR],
  create_situation_report_home: [DO],
  create_situation_report_event: [DO],
  create_communication: [ED],
  create_report: [ED],
  edit_report: [ED],
  manage_report: [ED],
  add_report_channel: [ED],
  add_report_channels: [ED],
  send_message: [CR, ED],
  archive_event: [AD],
  delete_event: [AD],
  delete_activation_message: [AD],
  show_admin_menu: [AD],
  manage_side_menu: [AD],
  manage_location: [AD],
  manage_user: [AD],
  edit_user: [AD],
  manage_channel: [AD],
  manage_channel_type: [AD],
  manage_event_type: [AD],
  manage_trigger: [AD],
  manage_incoming: [AD],
  manage_report_type: [AD],
  manage_snippet: [AD],
  manage_snippet_type: [AD],
  manage_report_event_snippet: [AD],
  manage_person_data_type: [AD],
  manage_group_type: [AD],
  manage_list_type: [AD],
  upload_csv: [AD],
  manage_system_mail: [AD],
  manage_system_setup: [AD],
  release_message: [CR, AD],
  stop_message: [CR, ED, AD],
  record_answer: [CR, DO],
  view_person_answers: [CR, DO, ED],
  write_event_log: [CR, DO, ED],
  export_event_log: [DO, AD],
  approve_situation_report: [CR, AD],
  view_audit_log: [AD],
} as const satisfies Record<string, readonly Role[]>;

/** A permission; the server enforces it and the web adapts to it. */
export type Feature = keyof typeof features;

/** The properties of a report that determine who can send it. */
export interface OfAlarm {
  /** Identifier of its type. */
  reportType: string;
  /** True if the report follows an alarm, directly or indirectly. */
  followsAlarm: boolean;
}

/** Returns the feature for sending a report. The all-clear only requires the feature to inform. */
export const sendingFeature = ({ reportType, followsAlarm }: OfAlarm): Feature =>
  reportType === 'activation' || (followsAlarm && reportType !== 'all_clear')
    ? 'send_activation_message'
    : 'send_message';

export function featuresOf(held: readonly string[]): Feature[] {
  return (Object.keys(features) as Feature[]).filter((feature) =>
    (features[feature] as readonly string[]).some((role) => held.includes(role)),
  );
}
