import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createShift,
  createSnippet,
  createUser,
} from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';

const bytes = () => Buffer.from(randomUUID());

/** Ids of other users' rows by table name. */
type Rows = Readonly<Record<string, number | string>>;

/** Other users' rows for each kind of report. */
export type OthersRows = Readonly<Record<'activation' | 'communication', Rows>>;

export async function createOthersRows(db: Db): Promise<OthersRows> {
  const owner = await createUser(db, { roles: ['administrator', 'system_owner'], passwordHash: 'none' });
  const insertedBy = owner.id;
  const person = await createPerson(db, { email: 'andere@example.org' });
  const group = await createGroup(db, { members: [person.id] });
  const list = await createMailingList(db, { people: [person.id] });
  const eventType = await createEventType(db, {});
  const event = await createEvent(db, { insertedBy });
  const report = await createReport(db, { eventId: event.id, insertedBy, type: 'staff_information' });
  const channel = await createChannel(db, 'email');
  const message = await createDraft(db, { reportId: report.id, channelId: channel.id, people: [person.id] });
  const alarm = await createReport(db, { eventId: event.id, insertedBy, type: 'activation' });
  const alarmMessage = await createDraft(db, { reportId: alarm.id, channelId: channel.id, people: [person.id] });
  const snippet = await createSnippet(db, {});
  const shift = await createShift(db, { groupId: group.id, personId: person.id, begins: 1, hours: 8 });
  const trigger = {
    name: 'Fremd',
    identifier: 'fremd',
    event_type_id: eventType.id,
    ways: ['sms'],
    sms_pin: true,
    is_active: true,
  };
  const { insert, any } = writerOf(db);
  const seeded = [
    'channel_types',
    'group_types',
    'list_types',
    'person_data_types',
    'report_types',
    'side_menus',
    'snippet_types',
    'system_mails',
  ];
  const rows = {
    ...Object.fromEntries(await Promise.all(seeded.map(async (table) => [table, await any(table)] as const))),
    users: owner.id,
    people: person.id,
    groups: group.id,
    mailing_lists: list.id,
    event_types: eventType.id,
    events: event.id,
    reports: report.id,
    channels: channel.id,
    messages: message.id,
    snippets: snippet.id,
    shifts: shift.id,
    ...(await insertOfUser(insert, insertedBy)),
    ...(await insertOfSetup(insert, insertedBy)),
    absences: await insert('absences', { person_id: person.id, from_at: new Date() }),
    triggers: await insert('triggers', trigger),
    ...(await insertIncoming(insert)),
    locations: await insert('locations', { name: 'Fremd' }),
    replies: await insert('replies', {
      channel_id: channel.id,
      external_id: 'fremd',
      from_address: 'x@example.org',
      text: 'Fremd',
      at: new Date(),
    }),
    deadlines: await insert('deadlines', { event_id: event.id, name: 'Fremd', counts_from: 'KNOWLEDGE' }),
    tasks: await insert('tasks', { event_id: event.id, text: 'Fremd' }),
    situation_reports: await insert('situation_reports', { event_id: event.id, number: 1 }),
    monitor_links: await insert('monitor_links', { event_id: event.id, token_hash: bytes(), inserted_by: insertedBy }),
    deadline_rules: await insert('deadline_rules', { event_type_id: eventType.id, name: 'Fremd', hours: 1 }),
    checklist_items: await insert('checklist_items', { event_type_id: eventType.id, name: 'Fremd', sort_order: 1 }),
    report_event_snippets: await insert('report_event_snippets', {
      name: 'Fremd',
      snippet_id: snippet.id,
      report_type_id: await any('report_types'),
    }),
  };
  const of = (one: typeof report, its: typeof message) => ({
    ...rows,
    reports: one.id,
    report_types: one.reportTypeId,
    messages: its.id,
  });
  return { communication: of(report, message), activation: of(alarm, alarmMessage) };
}

async function insertIncoming(insert: ReturnType<typeof writerOf>['insert']) {
  const source = await insert('incoming_sources', { name: 'Fremd', kind: 'cap', is_active: true });
  return {
    incoming_sources: source,
    incoming_items: await insert('incoming_items', { source_id: source, title: 'Fremd' }),
  };
}

/** Returns functions that insert a row and that find the first row of a table; both return its id. */
function writerOf(db: Db) {
  const insert = async (table: string, values: Record<string, unknown>): Promise<number | string> => {
    const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
    const { rows } = await sql<{ id: number | string }>`
      insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))}) returning id`.execute(
      db,
    );
    return rows[0]!.id;
  };
  const any = async (table: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(db);
    return rows[0]!.id;
  };
  return { insert, any };
}

type Insert = ReturnType<typeof writerOf>['insert'];

async function insertOfSetup(insert: Insert, insertedBy: number): Promise<Rows> {
  const webhook = await insert('webhooks', {
    name: 'Fremd',
    url: 'https://example.org/',
    event_types: [],
    secret: bytes(),
    inserted_by: insertedBy,
  });
  const provider = await insert('oidc_providers', {
    label: 'Fremd',
    issuer: `https://${randomUUID()}.example.org`,
    client_id: 'fremd',
    scopes: 'openid',
    groups_claim: 'groups',
    inserted_by: insertedBy,
  });
  const directory = await insert('directories', {
    label: randomUUID(),
    kind: 'scim',
    url: '',
    base_dn: '',
    filter: '',
    id_attribute: 'id',
    inserted_by: insertedBy,
  });
  return {
    webhooks: webhook,
    webhook_deliveries: await insert('webhook_deliveries', { webhook_id: webhook, type: 'system.test', data: '{}' }),
    oidc_providers: provider,
    backups: await insert('backups', { kind: 'manual', status: 'done', requested_by: insertedBy }),
    release_codes: await insert('release_codes', { code_hash: bytes(), created_by: insertedBy }),
    directories: directory,
    scim_tokens: await insert('scim_tokens', {
      directory_id: directory,
      prefix: 'fremd',
      token_hash: bytes(),
      inserted_by: insertedBy,
    }),
    user_identities: await insert('user_identities', { provider_id: provider, subject: 'fremd', user_id: insertedBy }),
  };
}

async function insertOfUser(insert: Insert, userId: number): Promise<Rows> {
  const later = new Date(Date.now() + 86_400_000);
  return {
    api_keys: await insert('api_keys', {
      name: 'Fremd',
      prefix: 'fremd',
      key_hash: bytes(),
      scopes: [],
      inserted_by: userId,
    }),
    devices: await insert('devices', {
      kind: 'webpush',
      address: 'https://example.org/push',
      keys: bytes(),
      name: 'Fremd',
      user_id: userId,
    }),
    uploads: await insert('uploads', { status: 'checked', file_name: 'fremd.csv', inserted_by: userId }),
    passkeys: await insert('passkeys', {
      user_id: userId,
      credential_id: bytes(),
      public_key: bytes(),
      user_handle: bytes(),
      sign_count: 0,
      signs_in: true,
      is_synced: false,
      name: 'Fremd',
    }),
    trusted_devices: await insert('trusted_devices', { user_id: userId, public_key: bytes(), expires_at: later }),
    sessions: await insert('sessions', { user_id: userId, expires_at: later }),
    drills: await insert('drills', { author_id: userId, plan: bytes() }),
    exercise_messages: await insert('exercise_messages', {
      kind: 'mail',
      address: 'x@example.org',
      text: 'Fremd',
      user_id: userId,
    }),
  };
}

// The tables for a mutation's `id`; the first match applies.
const tableOfId: readonly (readonly [RegExp, string])[] = [
  [/ReportEventSnippet/, 'report_event_snippets'],
  [/SituationReport/, 'situation_reports'],
  [/Drill/, 'drills'],
  [/ExerciseMessage/, 'exercise_messages'],
  [/WebhookDelivery/, 'webhook_deliveries'],
  [/Webhook/, 'webhooks'],
  [/Backup/, 'backups'],
  [/ReleaseCode/, 'release_codes'],
  [/ScimToken/, 'scim_tokens'],
  [/Directory/, 'directories'],
  [/OidcProvider/, 'oidc_providers'],
  [/Identity/, 'user_identities'],
  [/MonitorLink/, 'monitor_links'],
  [/ApiKey/, 'api_keys'],
  [/Absence/, 'absences'],
  [/Passkey/, 'passkeys'],
  [/TrustedDevice/, 'trusted_devices'],
  [/Device/, 'devices'],
  [/Session/, 'sessions'],
  [/Totp|User|Invitation/, 'users'],
  [/Upload/, 'uploads'],
  [/Reply/, 'replies'],
  [/IncomingItem/, 'incoming_items'],
  [/Incoming/, 'incoming_sources'],
  [/SideMenu/, 'side_menus'],
  [/SystemMail/, 'system_mails'],
  [/Trigger/, 'triggers'],
  [/ChannelType/, 'channel_types'],
  [/Channel/, 'channels'],
  [/ChecklistItem/, 'checklist_items'],
  [/DeadlineRule/, 'deadline_rules'],
  [/EventType/, 'event_types'],
  [/Event/, 'events'],
  [/GroupType/, 'group_types'],
  [/ListType/, 'list_types'],
  [/MailingList/, 'mailing_lists'],
  [/Group/, 'groups'],
  [/Location/, 'locations'],
  [/PersonDataType/, 'person_data_types'],
  [/Person/, 'people'],
  [/ReportType/, 'report_types'],
  [/SnippetType/, 'snippet_types'],
  [/Snippet/, 'snippets'],
  [/Message/, 'messages'],
  [/Report/, 'reports'],
  [/Task/, 'tasks'],
  [/Deadline|Dispatch/, 'deadlines'],
  [/setActive/, 'users'],
];

/** Returns the rows for the arguments of a mutation, by argument name. */
export function othersIn(name: string, kind: string | undefined, all: OthersRows): Record<string, unknown> {
  const rows = kind === 'activation' ? all.activation : all.communication;
  const table = tableOfId.find(([pattern]) => pattern.test(name.replace(/^updatePersonGroup$/, 'Group')))?.[1];
  // the API names an absence by its number alone
  const id = (of: string) => (of === 'absences' ? rows[of] : String(rows[of]));
  return {
    ...(table ? { id: id(table), ids: [id(table)] } : {}),
    ...(kind ? { kind: 'CORRECTION' } : {}),
    event: id('events'),
    report: id('reports'),
    reportType: id('report_types'),
    message: id('messages'),
    channel: id('channels'),
    channels: [id('channels')],
    channelType: id('channel_types'),
    eventType: id('event_types'),
    person: id('people'),
    people: [id('people')],
    group: id('groups'),
    ...(name === 'sortGroups' ? {} : { groups: [id('groups')] }),
    list: id('mailing_lists'),
    lists: [id('mailing_lists')],
    mailingLists: [id('mailing_lists')],
    snippet: id('snippets'),
  };
}
