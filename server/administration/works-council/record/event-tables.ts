import type { PersonalTable } from './personal-table.ts';

/** Tables that document events. */
export const eventTables: Readonly<Record<string, PersonalTable>> = {
  checklist_items: {
    purpose: 'documentation',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      membership: 'person_id group_id name',
    },
    technical: 'id event_type_id due_minutes sort_order',
  },
  deadline_additions: {
    purpose: 'documentation',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'text',
      activity: 'by_user_id at',
    },
    technical: 'id deadline_id',
  },
  deadlines: {
    purpose: 'documentation',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'draft report reference waived_reason',
      activity: 'reported_at reported_by recorded_at waived_at waived_by',
    },
    technical:
      'id event_id rule_id name name_en counts_from after_id fixed_at hours months accepts_progress questions ' +
      'questions_en version reminded_for way is_progress',
  },
  drills: {
    purpose: 'alarm',
    subjects: 'users',
    keeping: 'event',
    data: {
      activity: 'author_id planned_at',
    },
    technical: 'id plan state reason event_id report_id started_at ends_at ended_at',
  },
  event_types: {
    purpose: 'documentation',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      membership: 'responsible_id deputy_id',
    },
    technical:
      'id name identifier description icon_id location_id situation_report_template is_active alarm_steps ' +
      'name_en description_en responsible_reminded_at',
  },
  events: {
    purpose: 'documentation',
    subjects: 'users',
    keeping: 'event',
    data: {
      content: 'name description place search',
      activity: 'inserted_by inserted_at finished_at',
    },
    technical:
      'id event_date known_at is_running is_active mode event_status_id location_id event_type_id ' +
      'activation_event_type_id is_place_suggested is_prepared ended_after by_person_closed_at',
  },
  files: {
    purpose: 'documentation',
    subjects: 'both',
    keeping: 'event',
    data: {
      content: 'content name',
      activity: 'inserted_by inserted_at',
    },
    technical: 'id key mime_type size sha256',
  },
  log_entries: {
    purpose: 'documentation',
    subjects: 'both',
    keeping: 'event',
    data: {
      content: 'text data',
      activity: 'by_user_id at happened_at kind corrects',
    },
    technical: 'id event_id previous_hash hash',
  },
  monitor_links: {
    purpose: 'documentation',
    subjects: 'users',
    keeping: 'event',
    data: {
      activity: 'inserted_by inserted_at used_at revoked_at event_id',
    },
    technical: 'id token_hash',
  },
  situation_report_files: {
    purpose: 'documentation',
    subjects: 'users',
    keeping: 'event',
    data: {
      activity: 'inserted_by inserted_at file_id',
    },
    technical: 'id situation_report_id',
  },
  situation_report_mails: {
    purpose: 'documentation',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      alarms: 'person_id status attempts sent_at way reason is_private',
    },
    technical: 'id situation_report_id inserted_at channel_id',
  },
  situation_reports: {
    purpose: 'documentation',
    subjects: 'both',
    keeping: 'event',
    data: {
      content: 'data reject_reason',
      activity:
        'inserted_by approved_by submitted_by discarded_by submitted_at decided_at discarded_at ' +
        'created_at reminded_for',
    },
    technical: 'id event_id number status template mail_sent_at version previous_id',
  },
  tasks: {
    purpose: 'documentation',
    subjects: 'both',
    keeping: 'event',
    data: {
      content: 'text',
      membership: 'person_id group_id',
      activity: 'inserted_by done_by done_at inserted_at',
    },
    technical: 'checklist_item_id id event_id due_at owner_told_at',
  },
};
