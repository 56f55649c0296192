import type { PersonalTable } from './personal-table.ts';

/** Tables about alarms and their answers. */
export const alarmTables: Readonly<Record<string, PersonalTable>> = {
  answer_options: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      content: 'label label_en',
    },
    technical: 'id report_id code kind ask_minutes sort_order safety',
  },
  cascade_members: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      membership: 'person_id position priority always',
      alarms: 'asked_at due_at',
    },
    technical: 'cascade_id',
  },
  devices: {
    purpose: 'alarm',
    subjects: 'both',
    keeping: 'person',
    data: {
      contact: 'address keys name',
      access: 'person_id user_id last_used_at ended_at refused_at is_gone',
    },
    technical: 'id kind inserted_at',
  },
  exercise_messages: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      contact: 'address',
      content: 'subject text html',
      alarms: 'person_id user_id recipient_id read_at inserted_at',
    },
    technical: 'id kind situation_report_mail_id',
  },
  exercise_people: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      alarms: 'person_id newest newest_of_event',
    },
    technical: '',
  },
  incoming_alerts: {
    purpose: 'alarm',
    subjects: 'both',
    keeping: 'event',
    data: {
      content: 'name text',
    },
    technical: 'id item_id source_id key group_key state starts_at changed_at print_key',
  },
  incoming_items: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'title text',
      activity: 'taken_by taken_at closed_by closed_at',
    },
    technical:
      'id source_id severity lacks_reference message_at alerts open_alerts first_at changed_at grown_at ' +
      'round next_notice_at nobody_left_at report_id version waits_since',
  },
  incoming_notices: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      alarms: 'person_id item_id round at has_address',
    },
    technical: '',
  },
  incoming_sources: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'settings',
    data: {
      content: 'name',
    },
    technical: 'id kind event_type_id group_id is_active address_hash address_set_at received_at refused_at refusal',
  },
  launches: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      activity: 'user_id inserted_at report_id',
    },
    technical: 'id launch_key request_hash',
  },
  message_people: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      membership: 'person_id message_id',
    },
    technical: 'sort_order',
  },
  message_recipients: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      contact: 'target_address address_norm is_private',
      membership: 'person_id via',
      alarms:
        'status status_reason sent_at delivered_at try_at attempts external_id cost delay_seconds ' +
        'maybe_duplicate untold',
      access: 'nonce token_hash',
    },
    technical:
      'id message_id report_id channel_id lane valid_until owner epoch claimed_at crash_count generation ' +
      'superseded corrected_by',
  },
  messages: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'title content feed_values posts versions reject_reason',
      activity: 'inserted_by launched_by launched_at released_by released_at',
    },
    technical:
      'id report_id channel_id status request_answer lane recipient_count cost currency error send_at ' +
      'release_at valid_until sent_at finished_at is_active inserted_at handed_over counted_at ' +
      'perhaps_sent for_group_id removed_at waiting_since stands_in_for_id follow_ended_at',
  },
  publications: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'texts document',
    },
    technical:
      'id key channel_id recipient_id event_id event_type_id kind published_at expires_at replaced_by ' +
      'replaced_at reference',
  },
  receipts: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      alarms: 'external_id status reason at received_at',
    },
    technical: 'id channel_id',
  },
  reports: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'title content texts place description prepared',
      activity: 'inserted_by inserted_at',
    },
    technical:
      'id event_id report_type_id answer_until is_active stand_down event_type_id location_id language ' +
      'all_clear_at all_clear_id',
  },
  snippets: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'settings',
    data: {
      content: 'content content_en',
    },
    technical: 'id name read_only snippet_type_id is_active name_en',
  },
  step_wakes: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'short',
    data: {
      alarms: 'person_id report_id',
    },
    technical: 'id',
  },
  trigger_calls: {
    purpose: 'alarm',
    subjects: 'both',
    keeping: 'event',
    data: {
      contact: 'caller_key caller',
      activity: 'user_id started_by cancelled_at at answered_at way outcome reason people',
    },
    technical: 'id trigger_id channel_id exercise event_id report_id undo_until',
  },
  triggers: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      contact: 'senders',
      access: 'sms_pin pin_hash',
    },
    technical: 'id name identifier event_type_id ways is_active',
  },
};
