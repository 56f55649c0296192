import type { PersonalTable } from './personal-table.ts';

/** Tables about accounts and their security. */
export const accountTables: Readonly<Record<string, PersonalTable>> = {
  api_keys: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'account',
    data: {
      activity: 'inserted_by inserted_at last_used_at',
      access: 'key_hash prefix',
    },
    technical: 'id name scopes version expires_at revoked_at',
  },
  attempts: {
    purpose: 'security',
    subjects: 'both',
    keeping: 'short',
    data: {
      access: 'key account count last_at expires_at',
    },
    technical: '',
  },
  audit_entries: {
    purpose: 'security',
    subjects: 'both',
    keeping: 'audit',
    data: {
      activity: 'by_user_id at action type row_id',
      content: 'label before after',
    },
    technical: 'id previous_hash hash',
  },
  known_browsers: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'account',
    data: {
      access: 'user_id browser_hash last_at',
    },
    technical: '',
  },
  one_time_tokens: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'short',
    data: {
      access: 'user_id kind nonce token_hash expires_at used_at waiting_mail inserted_at',
    },
    technical: 'id',
  },
  passkey_challenges: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'short',
    data: {
      access: 'user_id session_id user_handle challenge_hash expires_at purpose',
    },
    technical: '',
  },
  passkeys: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'account',
    data: {
      account: 'user_id credential_id public_key user_handle sign_count transports signs_in is_synced name',
      access: 'last_used_at inserted_at',
    },
    technical: 'id',
  },
  recovery_codes: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'account',
    data: {
      account: 'user_id code_hash used_at',
    },
    technical: 'id',
  },
  registration_passwords: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'short',
    data: {
      access: 'user_id password_hash inserted_at changed_at',
    },
    technical: '',
  },
  security_entries: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'security',
    data: {
      access: 'user_id api_key_id network kind at last_at count',
      activity: 'what detail subject_type subject_id',
    },
    technical: 'id due_at',
  },
  sessions: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'session',
    data: {
      access:
        'user_id inserted_at last_seen_at expires_at user_agent network trusted_device_id id_token ' +
        'provider_id second_factor',
    },
    technical: 'id',
  },
  trigger_locks: {
    purpose: 'security',
    subjects: 'both',
    keeping: 'short',
    data: {
      contact: 'sender',
      access: 'tries locked_at way',
    },
    technical: 'trigger_id',
  },
  trusted_devices: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'session',
    data: {
      access: 'user_id public_key user_agent network browser_hash inserted_at last_used_at expires_at',
    },
    technical: 'id',
  },
  user_identities: {
    purpose: 'accounts',
    subjects: 'users',
    keeping: 'account',
    data: {
      account: 'user_id subject provider_id granted_roles confirmed_at',
      access: 'last_used_at inserted_at',
    },
    technical: 'id',
  },
  user_totp: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'account',
    data: {
      account: 'user_id secret pending_secret last_step',
    },
    technical: '',
  },
  users: {
    purpose: 'accounts',
    subjects: 'users',
    keeping: 'account',
    data: {
      identity: 'first_name last_name image_id',
      contact: 'email mobile_phone_number',
      account: 'password_hash roles language verified_at need_approval is_active',
      access: 'last_sign_in_at inserted_at warnings_seen_at',
      activity: 'search_history',
    },
    technical: 'id',
  },
  works_council_changes: {
    purpose: 'security',
    subjects: 'users',
    keeping: 'audit',
    data: {
      activity: 'by_user_id at is_on reason',
    },
    technical: 'id',
  },
};
