import { sql } from 'kysely';
import { storeOptOuts } from '#server/alerting/answers/opt-outs.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { loadAbsences } from '#server/contacts/absences/absences.ts';
import { tellAboutChange } from '#server/contacts/notices.ts';
import { type ChannelChoice, loadChannelChoices } from '#server/contacts/people/channel-choices.ts';
import { holdPerson } from '#server/contacts/people/hold.ts';
import { type DataType, type GivenData, loadDataTypes, loadValues } from '#server/contacts/people/person-data.ts';
import { changePerson } from '#server/contacts/people/update.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { delayOf, standardSteps } from '#shared/alarm-steps.ts';
import { textIn, writtenIn } from '#shared/label.ts';
import type { StoredValue } from '#shared/person-data.ts';
import { loadOptOuts } from './opt-out-fields.ts';
import { type OwnAction, ownDataTexts } from './texts.ts';

/** The own-data page's data. */
export interface OwnData {
  person: Row<'people'>;
  types: DataType[];
  values: Map<number, StoredValue>;
  /** Of active groups and mailing lists. */
  memberships: string[];
  organisation: string;
  privacyUrl: string | null;
  country: string;
  timeZone: string;
  /** The channels whose order the person can choose. */
  channels: ChannelChoice[];
  /** Channel types over which the person declines information. */
  optOuts: string[];
  absences: Row<'absences'>[];
}

/** Returns a person's own data, or null if erased. */
export async function loadOwnData(db: Db, personId: number): Promise<OwnData | null> {
  const person = await db.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
  if (!person || person.erasedAt) return null;
  const set = await readSettings(db, 'organisation_name', 'system_name', 'privacy_url', 'default_country', 'time_zone');
  const { rows } = await sql<{ name: string }>`
    select g.name from person_groups pg join groups g on g.id = pg.group_id and g.is_active where pg.person_id = ${personId}
    union select l.name from mailing_list_people p join mailing_lists l on l.id = p.mailing_list_id and l.is_active
      where p.person_id = ${personId} order by name`.execute(db);
  return {
    person,
    types: (await loadDataTypes(db)).filter((type) => type.isActive),
    values: await loadValues(db, personId),
    memberships: rows.map((row) => row.name),
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    privacyUrl: set.privacy_url ?? null,
    country: set.default_country ?? 'DE',
    timeZone: set.time_zone ?? 'Europe/Berlin',
    channels: inUsualOrder(await loadChannelChoices(db)),
    optOuts: await loadOptOuts(db, personId),
    absences: await loadAbsences(db, [personId]),
  };
}

/** Sorts channels in an alarm's default order. */
const inUsualOrder = (channels: readonly ChannelChoice[]): ChannelChoice[] =>
  channels.toSorted((a, b) => delayOf(standardSteps, a.identifier) - delayOf(standardSteps, b.identifier));

/** A person's input; the version is the displayed one. */
export interface OwnInput {
  version: number;
  title: string;
  firstName: string;
  lastName: string;
  personData: GivenData[];
  channelOrder: string[] | undefined;
  /** Declined types; undefined without fields. */
  optOuts: string[] | undefined;
}

/** Saves a person's corrections, and notifies managers and the previous address. Returns whether anything changed. */
export async function saveOwnData(app: App, personId: number, { optOuts, ...input }: OwnInput): Promise<boolean> {
  return inTransaction(app.db, async (tx) => {
    const before = await mailAddressOf(tx, personId);
    const { columns, types } = await changePerson(tx, { id: personId, ...input });
    const wishes = await changeOptOuts(tx, personId, optOuts);
    if (!columns.length && !types.length && !wishes) return false;
    await tellAboutChange(app, tx, { personId, before }, (language) => {
      const { names, inform } = textIn(ownDataTexts, language);
      return [
        ...(wishes ? [inform.title] : []),
        ...columns.map((column) => names[column as keyof typeof names]),
        ...types.map(({ name, nameEn }) => writtenIn({ de: name, en: nameEn }, language)),
      ].join(', ');
    });
    return true;
  });
}

async function changeOptOuts(tx: Tx, personId: number, wanted: readonly string[] | undefined): Promise<boolean> {
  if (!wanted) return false;
  const choices = await loadChannelChoices(tx);
  let changed = false;
  for (const { identifier } of choices) {
    const way = wanted.includes(identifier) ? 'link' : null;
    changed = (await storeOptOuts(tx, [personId], identifier, way)).length > 0 || changed;
  }
  return changed;
}

/** Records or reverts an objection or erasure request; idempotent. */
export async function takeOwnAction(app: App, personId: number, action: OwnAction): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const person = await holdPerson(tx, personId);
    const asked = person.deletionRequestedAt ?? new Date();
    const after = {
      withdraw: { optedOut: true, deletionRequestedAt: person.deletionRequestedAt },
      rejoin: { optedOut: false, deletionRequestedAt: null },
      erase: { optedOut: true, deletionRequestedAt: asked },
      keep: { optedOut: person.optedOut, deletionRequestedAt: null },
    }[action];
    const isSame =
      after.optedOut === person.optedOut && Boolean(after.deletionRequestedAt) === Boolean(person.deletionRequestedAt);
    if (isSame) return;
    await tx
      .updateTable('people')
      .set((eb) => ({ ...after, version: eb('version', '+', 1), updatedAt: new Date() }))
      .where('id', '=', personId)
      .execute();
    const before = await mailAddressOf(tx, personId);
    await tellAboutChange(app, tx, { personId, before }, (language) => textIn(ownDataTexts, language).changes[action]);
  });
  app.log.info({ event: 'own_data_action', person: personId, action });
}

/** Returns whether a refusal reports another user's change. */
export const isStale = (error: unknown): boolean => error instanceof Refusal && error.key === 'error_changed_meanwhile';
