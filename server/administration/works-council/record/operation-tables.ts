import type { PersonalTable } from './personal-table.ts';

/** Tables about the operation of the installation. */
export const operationTables: Readonly<Record<string, PersonalTable>> = {
  backups: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'requested_by',
    },
    technical:
      'id kind status due_at attempts node alive_at progress started_at ended_at folder file size_bytes ' +
      'table_count row_count encryption error error_detail proof proved_at proof_error proof_detail ' +
      'deleted_at inserted_at',
  },
  channels: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      contact: 'settings secrets',
    },
    technical:
      'id name description identifier channel_type_id requires_release is_active trouble trouble_at ' +
      'feed_key hearing_trouble hearing_trouble_at last_success_at last_failure_at last_failure name_en ' +
      'description_en callback_token confirmed_server trouble_detail hearing_trouble_detail ' +
      'last_failure_detail used_at',
  },
  demo_rows: {
    purpose: 'operation',
    subjects: 'contacts',
    keeping: 'settings',
    data: {
      state: 'row_id table_name',
    },
    technical: 'version',
  },
  directories: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'inserted_by inserted_at',
      contact: 'bind_dn',
    },
    technical:
      'id label kind url start_tls bind_password ca own_network base_dn filter id_attribute ' +
      'disabled_attribute attributes group_base_dn group_rules most_off_percent most_off_people ' +
      'interval_hours start_hour due_at mailed_problem version read_digest',
  },
  installation: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'released_by released_at rehearsed_on',
    },
    technical:
      'is_only key_fingerprint id home timeline lived_at held_at held_why syslog_since place ' +
      'released_timeline life_text life_signature newer_life_at newer_life_as_of',
  },
  mail_tries: {
    purpose: 'operation',
    subjects: 'contacts',
    keeping: 'short',
    data: {
      contact: 'mailbox uid',
    },
    technical: 'channel_id tries tried_at set_aside_at',
  },
  oidc_providers: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'inserted_by inserted_at',
    },
    technical:
      'checks_second_factor id label issuer client_id client_secret scopes groups_claim role_map own_network is_active version',
  },
  release_codes: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'created_by created_at used_by used_at revoked_at',
      access: 'code_hash',
    },
    technical: 'id',
  },
  scim_tokens: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'inserted_by inserted_at',
    },
    technical: 'id directory_id prefix token_hash used_at revoked_at',
  },
  system_settings: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      contact: 'value_str',
    },
    technical: 'id value_key file_id',
  },
  webhook_deliveries: {
    purpose: 'operation',
    subjects: 'contacts',
    keeping: 'short',
    data: {
      alarms: 'data response',
    },
    technical: 'id webhook_id key type status attempts try_at response_status error delivered_at inserted_at',
  },
  webhooks: {
    purpose: 'operation',
    subjects: 'users',
    keeping: 'settings',
    data: {
      activity: 'inserted_by inserted_at',
    },
    technical:
      'id name url event_types is_active secret previous_secret previous_until disabled_reason ' +
      'failing_since version',
  },
};
