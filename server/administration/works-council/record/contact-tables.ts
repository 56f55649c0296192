import type { PersonalTable } from './personal-table.ts';

/** Tables about people in the contact data. */
export const contactTables: Readonly<Record<string, PersonalTable>> = {
  absences: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      availability: 'person_id from_at until_at remark',
    },
    technical: 'id inserted_at',
  },
  directory_people: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      identity: 'person_id entry_id given',
    },
    technical: 'directory_id',
  },
  groups: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      membership: 'name description',
    },
    technical: 'id sort_order group_type_id parent_group_id is_active version search',
  },
  locations: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      contact: 'name description address',
    },
    technical: 'id coordinates icon_id is_active',
  },
  mailing_list_people: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      membership: 'person_id mailing_list_id',
    },
    technical: 'id',
  },
  opt_outs: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      preferences: 'person_id channel_type_id way at',
    },
    technical: '',
  },
  people: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      identity: 'first_name last_name title search sort_name external_id',
      membership: 'is_crisis',
      preferences: 'channel_order opted_out deletion_requested_at send_registration_mail is_email_sent',
      state: 'is_active erased_at',
    },
    technical: 'id version inserted_at updated_at',
  },
  person_data: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      contact: 'value_str value_int search person_id key_field_id',
    },
    technical: 'id',
  },
  person_groups: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      membership: 'person_id group_id sort_order priority_alert',
    },
    technical: 'id',
  },
  person_tokens: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'short',
    data: {
      access: 'person_id nonce token_hash expires_at inserted_at',
    },
    technical: 'id',
  },
  scim_members: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      membership: 'group_id member_id',
    },
    technical: '',
  },
  scim_resources: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      identity: 'external_id name_key resource is_erased',
    },
    technical: 'id directory_id kind version inserted_at updated_at',
  },
  shift_changes: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      availability: 'shift_id turn substitute_id',
    },
    technical: '',
  },
  shifts: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      availability: 'person_id group_id starts_at ends_at every_weeks repeats_until uid',
    },
    technical: 'id inserted_at',
  },
  upload_rows: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'upload',
    data: {
      identity: 'person_id name entry',
      contact: 'changes problems remarks',
      membership: 'memberships left_groups',
    },
    technical: 'upload_id line outcome person_version',
  },
  uploads: {
    purpose: 'contacts',
    subjects: 'users',
    keeping: 'upload',
    data: {
      content: 'file_name remarked',
      activity: 'inserted_by applied_by undone_by inserted_at applied_at undone_at mapped_by',
    },
    technical:
      'id status encoding separator columns groups_to_create made_groups total_rows processed_rows ' +
      'created updated unchanged failed not_undone error rows_removed_at format program is_strict ' +
      'directory_id held',
  },
  way_checks: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      contact: 'person_id kind address',
      answers: 'confirmed_at',
      activity: 'asked_by asked_at',
    },
    technical: 'id channel_id month nonce token_hash sent_at failure expires_at',
  },
  way_notes: {
    purpose: 'contacts',
    subjects: 'both',
    keeping: 'person',
    data: {
      preferences: 'person_id tests_declined_at',
      content: 'reason',
      activity: 'reason_by reason_at',
    },
    technical: '',
  },
  way_signs: {
    purpose: 'contacts',
    subjects: 'contacts',
    keeping: 'person',
    data: {
      contact: 'person_id address',
      answers: 'confirmed_at failed_at',
    },
    technical: '',
  },
};
