/** Tables without personal data. A new column fails a test until listed. */
export const otherTables: Readonly<Record<string, string>> = {
  answer_tallies: 'report_id moves id',
  backup_settings:
    'id is_active active_since folder start_at keep_daily keep_weekly keep_monthly recipient passphrase ' + 'version',
  budget_warnings: 'month budget state told_at',
  cascade_messages: 'cascade_id message_id',
  cascade_wakes: 'id cascade_id',
  cascades:
    'id report_id event_id group_id list_name needed wait_minutes status due_at inserted_at finished_at ' +
    'closed_after is_lost',
  channel_types:
    'id name identifier description icon_id secondary_icon_id color allow_more_message requires_release ' +
    'is_active name_en description_en',
  deadline_rules:
    'id event_type_id name name_en hours months after_id accepts_progress questions questions_en sort_order',
  event_statuses: 'id name name_en identifier',
  event_type_mailing_lists: 'event_type_id mailing_list_id sort_order',
  exercise_message_files: 'exercise_message_id place file_id',
  exercise_tallies: 'kind of_event n id',
  follow_up_watches: 'message_id due_at ends_at without_release',
  group_types: 'id name identifier description icon_id is_active name_en description_en',
  list_groups: 'id mailing_list_id group_id sort_order stop_limit wait_minutes on_duty',
  list_types: 'id name identifier description icon_id is_active name_en description_en',
  log_seals: 'chain event_id last_entry_id entries head at signature first_entries first_at',
  mail_paces: 'account next_at',
  mailing_lists: 'id name description list_type_id parent_list_id is_active version search',
  mastodon_servers: 'server characters characters_per_url',
  message_groups: 'message_id group_id sort_order',
  message_lists: 'message_id mailing_list_id sort_order',
  message_parts: 'channel_id external_id whole status reason at inserted_at',
  message_tallies: 'message_id status n moves id',
  migrations: 'name sha256 applied_at',
  nodes: 'id started_at heartbeat_at roles version',
  path_tests: 'slot started_at runs ended_at milliseconds failure mailed_at',
  person_data_types:
    'id name name_en description identifier field_type options is_default_field is_required is_private ' +
    'sort_order is_active description_en',
  push_keys: 'id public_key private_key',
  report_event_snippets: 'id name snippet_id event_type_id report_type_id name_en',
  report_follow_ups: 'report_id follows_id kind',
  report_types:
    'id name identifier description icon_id white_icon_id requires_release is_active name_en ' + 'description_en',
  restore_marks: 'id objects',
  rosters: 'group_id always_needed link_hash linked_at',
  side_menus: 'id identifier title title_en link type icon_id is_active',
  snippet_types: 'id name identifier description icon_id is_active name_en description_en',
  stand_downs: 'report_id due_at notice_id',
  system_mails: 'id identifier language subject content is_active',
  turnouts: 'id report_id group_id at asked came',
  upload_mappings: 'fingerprint targets used_at',
  way_sign_reads: 'message_id moves',
};
