import { setImmediate as letOthers } from 'node:timers/promises';
import {
  addressKindsOf,
  hasRecipients,
  informedOver,
  type MessageRow,
  reachesAsAlarm,
  takesLimits,
} from '#server/alerting/messages/message-rows.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { planEachTime } from '#server/platform/database/keep-plans.ts';
import { readNumber, readSettings } from '#server/platform/settings/settings.ts';
import { type Candidates, gather, idsOf } from './candidates.ts';
import { loadChoices, loadStructure, type RecipientChoice, type Structure } from './load-directory.ts';
import { loadPeople } from './load-people.ts';
import type { Resolution } from './resolution.ts';
import { beginResolution, type ResolutionRules } from './resolving.ts';

/** Resolutions by message; publications have none. */
export type Resolutions = Map<number, Resolution>;

/** Resolves choices in slices of people. */
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

/** The fields that decide a message's recipients, besides the choice. */
export type Addressing = Pick<
  MessageRow,
  'id' | 'channelType' | 'channelSettings' | 'reportType' | 'followsAlarm' | 'isFollowUp' | 'requestAnswer' | 'options'
>;

/** Runs `resolveMessages` with given choices, for messages that address people. */
export async function resolveChoices(
  db: Db | Tx,
  chosen: readonly { message: Addressing; choice: RecipientChoice }[],
): Promise<Resolutions> {
  if (!chosen.length) return new Map();
  const [{ default_country: country = 'DE' }, wait, structure] = await Promise.all([
    readSettings(db, 'default_country'),
    readNumber(db, 'answer_wait_minutes', 5),
    loadStructure(
      db,
      chosen.map(({ choice }) => choice),
    ),
  ]);
  const waitMinutes = Math.max(1, Math.round(wait));
  const crowds: Crowd[] = [];
  const open = new Map<number, ReturnType<typeof beginResolution>>();
  for (const { message, choice } of chosen) {
    const rules = {
      addresses: addressKindsOf(message),
      country,
      waitMinutes,
      alarm: reachesAsAlarm(message),
      sparesAbsent: !message.isFollowUp, // recipients of the first message also get the rest
      informs: informedOver(message),
      measured: takesLimits(message),
    };
    open.set(message.id, beginResolution(await crowdOf(crowds, structure, choice, rules), rules));
  }
  if (db.isTransaction && count(crowds) > manyPeople) await planEachTime(db as Tx);
  const fieldTypes = new Set(chosen.flatMap(({ message }) => addressKindsOf(message)));
  const settling = [...open.values()];
  for await (const people of loadPeople(db, everybody(crowds), [...fieldTypes])) {
    for (const { settle } of settling) for (const [id, person] of people) settle(id, person);
  }
  return new Map([...open].map(([id, { resolution }]) => [id, resolution]));
}

// kept plans join few rows
const manyPeople = 500;

const count = (crowds: readonly Crowd[]): number =>
  crowds.reduce((sum, { candidates }) => sum + candidates.ids.length(), 0);

interface Crowd {
  choice: RecipientChoice;
  measured: boolean;
  candidates: Candidates;
}

async function crowdOf(
  crowds: Crowd[],
  structure: Structure,
  choice: RecipientChoice,
  rules: ResolutionRules,
): Promise<Candidates> {
  const { measured } = rules;
  const known = crowds.find((crowd) => crowd.measured === measured && isSame(crowd.choice, choice));
  if (known) return known.candidates;
  const walk = gather(structure, choice, rules);
  let step = walk.next();
  for (; !step.done; step = walk.next()) await letOthers();
  crowds.push({ choice, measured, candidates: step.value });
  return step.value;
}

const isSame = (a: RecipientChoice, b: RecipientChoice): boolean =>
  (['lists', 'groups', 'people'] as const).every(
    (kind) => a[kind].length === b[kind].length && a[kind].every((id, at) => id === b[kind][at]),
  );

function* everybody(crowds: readonly Crowd[]): Generator<number> {
  for (const [place, { candidates }] of crowds.entries()) {
    const earlier = crowds.slice(0, place);
    for (const id of idsOf(candidates)) {
      if (earlier.every((crowd) => crowd.candidates.index.get(id) === undefined)) yield id;
    }
  }
}
