import { addressOf } from '#server/contact-address.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import {
  addressKindsOf,
  hasRecipients,
  informedOver,
  isMeasured,
  type MessageRow,
  reachesAsAlarm,
} from '#server/messages/message-rows.ts';
import { readNumber, readSettings } from '#server/settings/settings.ts';
import type { Address } from '#shared/email-address.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';
import { type Candidate, candidatesOf, type StopLimit } from './candidates.ts';
import type { Directory, PersonEntry, RecipientChoice } from './load-directory.ts';
import { loadChoices, loadDirectory } from './load-directory.ts';

/** Why somebody who was chosen gets nothing. */
export type DropReason = Extract<
  RecipientReason,
  'inactive' | 'no_address' | 'invalid_address' | 'opted_out' | 'duplicate'
>;

/** A person with the address a message goes to. */
export interface Recipient extends Candidate, Address {
  isPrivate: boolean;
}

/** A person who was chosen and gets nothing, with the reason. */
export interface Dropped extends Recipient {
  reason: DropReason;
}

/** Who gets a message at which address, who does not and why, and the stop limits on them. */
export interface Resolution {
  recipients: Recipient[];
  dropped: Dropped[];
  limits: StopLimit[];
  /** Names of chosen lists and groups (or of such within them) that are switched off. */
  inactive: string[];
  /** How often somebody, or an address, was brought in that was in already. */
  repeats: number;
  /** There are stop limits that do not count, because no answers are asked for. */
  unmeasured: boolean;
}

/** What besides the contact data decides. */
export interface ResolutionRules {
  /** Field types of contact data that the channel sends to. */
  addresses: readonly string[];
  /** An activation, or what follows one: it also reaches members of the crisis team who opted out. */
  alarm: boolean;
  /** For information the type of the channel: it leaves out who wants none over it. */
  informs?: string | undefined;
  /** The message asks for an answer, so that stop limits can be measured. */
  measured: boolean;
  /** Wait before the next person is asked, where a limit names none. */
  waitMinutes: number;
  /** Country (ISO 3166) of telephone numbers without +. */
  country: string;
}

/** Resolves a choice: one row per person, then one per normalised address; the strongest candidate keeps the address. */
export function resolve(directory: Directory, choice: RecipientChoice, rules: ResolutionRules): Resolution {
  const { people, limits, inactive, ...candidates } = candidatesOf(directory, choice, rules);
  const found: Recipient[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of people.values()) {
    const person = directory.people.get(candidate.personId);
    if (!person) continue;
    const address = addressFor(person, rules);
    const reason = reasonAgainst(person, address, rules);
    const recipient = { ...candidate, ...(address.found ?? nowhere) };
    if (reason) dropped.push({ ...recipient, reason });
    else found.push(recipient);
  }
  const kept = strongestPerAddress(found);
  const recipients = found.filter((recipient) => kept.get(recipient.norm) === recipient);
  const doubled = found.filter((recipient) => kept.get(recipient.norm) !== recipient);
  dropped.push(...doubled.map((recipient) => ({ ...recipient, reason: 'duplicate' as const })));
  return {
    recipients,
    dropped,
    limits,
    inactive,
    repeats: candidates.repeats + doubled.length,
    unmeasured: candidates.unmeasured,
  };
}

interface AddressSearch {
  found: (Address & { isPrivate: boolean }) | null;
  /** Something is entered, but nothing can be sent to it. */
  invalid: boolean;
}

const nowhere = { target: '', norm: '', isPrivate: false };

/** The first field that serves the channel and holds a usable address; an unusable one must not silence the next. */
function addressFor(person: PersonEntry, { addresses, country }: ResolutionRules): AddressSearch {
  let invalid = false;
  for (const { fieldType, value, isPrivate, norm } of person.fields) {
    if (!addresses.includes(fieldType)) continue;
    const address = norm ? { target: value, norm } : addressOf(fieldType, value, country);
    if (address) return { found: { ...address, isPrivate }, invalid };
    invalid = true;
  }
  return { found: null, invalid };
}

function reasonAgainst(
  person: PersonEntry,
  address: AddressSearch,
  { alarm, informs }: ResolutionRules,
): DropReason | null {
  if (!person.isActive) return 'inactive';
  if (person.optedOut && !(alarm && person.isCrisis)) return 'opted_out';
  if (informs !== undefined && person.optedOutOf.includes(informs)) return 'opted_out';
  if (address.found) return null;
  return address.invalid ? 'invalid_address' : 'no_address';
}

/** Priority before others, then those who are asked whatever a limit says, then the earliest place. */
export const isStronger = (a: Candidate, b: Candidate): boolean => {
  if (a.priority !== b.priority) return a.priority;
  if (a.unlimited !== b.unlimited) return a.unlimited;
  return a.place < b.place;
};

function strongestPerAddress(found: readonly Recipient[]): Map<string, Recipient> {
  const kept = new Map<string, Recipient>();
  for (const recipient of found) {
    const other = kept.get(recipient.norm);
    if (!other || isStronger(recipient, other)) kept.set(recipient.norm, recipient);
  }
  return kept;
}

/** Messages with who gets them, by message; those that publish instead of addressing people are missing. */
export type Resolutions = Map<number, Resolution>;

/** Resolves what the authors of these messages chose; the number of statements does not depend on how much that is. */
export async function resolveMessages(db: Db | Tx, messages: readonly MessageRow[]): Promise<Resolutions> {
  const addressing = messages.filter(hasRecipients);
  const choices = await loadChoices(
    db,
    addressing.map((message) => message.id),
  );
  return resolveChoices(
    db,
    addressing.map((message) => ({ message, choice: choices.get(message.id)! })),
  );
}

/** What decides about a message's recipients, beside whom its author chose. */
export type Addressing = Pick<
  MessageRow,
  'id' | 'channelType' | 'channelSettings' | 'reportType' | 'followsAlarm' | 'requestAnswer' | 'options'
>;

/** `resolveMessages` of messages that address people, with these choices. */
export async function resolveChoices(
  db: Db | Tx,
  chosen: readonly { message: Addressing; choice: RecipientChoice }[],
): Promise<Resolutions> {
  const fieldTypes = new Set(chosen.flatMap(({ message }) => addressKindsOf(message)));
  const directory = await loadDirectory(
    db,
    chosen.map(({ choice }) => choice),
    [...fieldTypes],
  );
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  const waitMinutes = Math.max(1, Math.round(await readNumber(db, 'answer_wait_minutes', 5)));
  return new Map(
    chosen.map(({ message, choice }) => {
      const rules = {
        addresses: addressKindsOf(message),
        country,
        waitMinutes,
        alarm: reachesAsAlarm(message),
        informs: informedOver(message),
        measured: isMeasured(message),
      };
      return [message.id, resolve(directory, choice, rules)];
    }),
  );
}
