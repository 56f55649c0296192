import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { sealedFor } from '#server/accounts/totp/second-factor.ts';
import { newTotpSecret } from '#server/accounts/totp/time-code.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { deriveSecrets, seal } from '#server/platform/secrets.ts';
import { createUser } from '#testing/factories.ts';
import { until } from '#testing/until.ts';
import { secretKey } from '../../faults/process.ts';
import { seeded } from '../../faults/random.ts';
import { type Audit, audit, untilSent } from '../failover/audit.ts';
import { type Load, type LoadAmount, startLoad } from '../failover/load.ts';
import { openMachines } from '../failover/machines.ts';
import { isReady } from '../failover/nodes.ts';
import { type Doubles, findDoubles } from './doubles.ts';
import { readStandbyState, startFirst, startSecond, type TrialPlace } from './places.ts';

/** The result of a release. Times are in seconds. */
export interface ReleaseResult extends Audit {
  /** From the cut until the page of the second place shows it. */
  noticed: number;
  /** The age of the data at the release. */
  dataAge: number;
  /** From the release until the second place is ready, until its first message, and until it confirms a launch. */
  ready: number;
  firstMessage: number;
  firstLaunch: number;
  /** From the return of the first place until it holds itself. */
  held: number;
  /** Sent by the first place after its return. Its launches that were never replicated have no mark at the second place. */
  sentOnReturn: number;
  /** From the return of the first place until its last message. */
  lastOnReturn: number;
  /** Duplicates after the return of the first place. */
  twice: Doubles;
  faults: ReturnFaults;
  /** Losses although confirmed 15 seconds before the cut. */
  lostEarly: { launches: number; answers: number };
}

/** Additional faults of a seed. */
interface ReturnFaults {
  /** The first place returns while users launch at the second. */
  isMidLaunch: boolean;
  /** Seconds by which the clocks of the first place are ahead of those of the second. */
  clockError: number;
  /** The release is given twice at once. */
  isGivenTwice: boolean;
}

// seeds of earlier results keep their course
const firstWithFaults = 20;

function faultsOf(seed: number): ReturnFaults {
  const turn = seed - firstWithFaults;
  if (turn < 0) return { isMidLaunch: false, clockError: 0, isGivenTwice: false };
  return { isMidLaunch: turn % 4 !== 3, clockError: [90, -90, 0][turn % 3]!, isGivenTwice: turn % 4 !== 2 };
}

const amount: LoadAmount = { alarms: 300, answering: 600, bulk: 300, alarmEvery: 700, answerEvery: 150 };
const password = 'a long password of the trial';
const secret = newTotpSecret();
const replicatedWithin = 15_000;

/**
 * Cuts the first place from everything under load, releases the second one on its page, and compares the confirmed
 * requests.
 */
export async function playRelease(seed: number): Promise<ReleaseResult> {
  const machines = await openMachines();
  const ends: (() => Promise<unknown>)[] = [machines.remove];
  const random = seeded(seed);
  const faults = faultsOf(seed);
  try {
    const first = await startFirst(machines, faults.clockError);
    const { db, close } = connect(first.databaseUrl, () => undefined, { max: 3 });
    ends.push(close);
    await createOwner(db);
    const second = await startSecond(machines, first);
    const urls = [first.url, second.url];
    const load = await startLoad(db, urls, machines.address, amount);
    ends.push(load.stop);
    const answered = recordAnswers(load);
    ends.push(async () => answered.stop());
    await sleep(8_000 + random() * 8_000);
    const cutAt = Date.now();
    await first.machine.cut([second.machine, { ...second.machine, address: machines.address }], 'both');
    await until(async () => (await readStandbyState(second.url))?.connected === false);
    const noticed = secondsSince(cutAt);
    const { dataAge = 0 } = (await readStandbyState(second.url)) ?? {};
    const releasedAt = Date.now();
    await Promise.all(Array.from({ length: faults.isGivenTwice ? 2 : 1 }, () => release(second)));
    await until(() => isReady(second.url), 120_000);
    const ready = secondsSince(releasedAt);
    await until(() => load.launches.some(({ at }) => at > releasedAt), 120_000);
    const firstLaunch = secondsSince(releasedAt);
    const firstMessage = await firstMessageAfter(load, releasedAt);
    const here = connect(second.databaseUrl, () => undefined, { max: 3 });
    ends.push(here.close);
    const finish = async () => {
      await load.end();
      await untilSent(here.db);
    };
    if (faults.isMidLaunch) await launchesAgain(load);
    else await finish();
    urls.splice(0, 1); // from now on, users choose the second place
    await first.machine.heal();
    const healedAt = Date.now();
    await until(async () => (await readStandbyState(first.url))?.sending === 'held', 120_000);
    // the state at /readyz is seconds old
    const { rows: holds } = await sql<{ at: Date | null }>`select held_at as at from installation`.execute(db);
    const held = (holds[0]!.at!.getTime() - healedAt) / 1000 - faults.clockError;
    if (faults.isMidLaunch) await finish();
    await sleep(2_000); // what was under way at the first place
    const result = await audit(here.db, load, [second.url]);
    const ofFirst = { db, address: first.machine.address };
    const late = await sentBy(load, ofFirst.address, healedAt);
    const lostEarly = await lostBefore(
      here.db,
      load,
      answered.until(cutAt - replicatedWithin),
      cutAt - replicatedWithin,
    );
    return {
      ...result,
      ...{ noticed, dataAge, ready, firstLaunch, firstMessage, held, lostEarly, faults },
      sentOnReturn: late.length,
      lastOnReturn: late.length ? (Math.max(...late) - healedAt) / 1000 : 0,
      twice: await findDoubles(load, ofFirst, { db: here.db, address: second.machine.address }),
    };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

const secondsSince = (at: number) => (Date.now() - at) / 1000;

/** Waits until a launch is confirmed, and then for a part of the time until the next one. */
async function launchesAgain({ launches }: Load): Promise<void> {
  const before = launches.length;
  await until(() => launches.length > before + 1);
  await sleep(amount.alarmEvery - 20); // the next request is about to begin
}

/** Returns when mails of a place arrived after a moment. */
async function sentBy({ sinks }: Load, address: string, moment: number): Promise<number[]> {
  const entries = (await Promise.all(sinks.map((sink) => sink.ledger()))).flat();
  return entries.filter(({ at, by }) => at > moment && by.endsWith(address)).map(({ at }) => at);
}

async function createOwner(db: Db): Promise<void> {
  const passwordHash = await hashPassword(password);
  const { id } = await createUser(db, { email: 'owner@example.org', roles: ['system_owner'], passwordHash });
  const sealed = seal(deriveSecrets(secretKey).store, sealedFor(id), secret);
  await db.insertInto('userTotp').values({ userId: id, secret: sealed }).execute();
}

async function release({ url }: TrialPlace): Promise<void> {
  const factor = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate();
  const fields = { way: 'password', email: 'owner@example.org', password, factor, confirmed: '1', discard: 'none' };
  const response = await fetch(`${url}/release`, { method: 'POST', body: new URLSearchParams(fields) });
  assert.equal(response.status, 202, await response.text());
}

async function firstMessageAfter({ sinks }: Load, releasedAt: number): Promise<number> {
  const times = await until(async () => {
    const entries = (await Promise.all(sinks.map((sink) => sink.ledger()))).flat();
    const after = entries.map(({ at }) => at).filter((at) => at > releasedAt);
    return after.length > 0 && after;
  }, 120_000);
  return (Math.min(...times) - releasedAt) / 1000;
}

/** Records the number of confirmed answers over time, because the load keeps only their order. */
function recordAnswers({ answers }: Load) {
  const counts: { at: number; count: number }[] = [];
  const timer = setInterval(() => counts.push({ at: Date.now(), count: answers.size }), 250);
  return {
    until: (moment: number) => counts.findLast(({ at }) => at <= moment)?.count ?? 0,
    stop: () => clearInterval(timer),
  };
}

async function lostBefore(db: Db, load: Load, answers: number, moment: number): Promise<ReleaseResult['lostEarly']> {
  const early = load.launches.filter(({ at }) => at <= moment).map(({ message }) => message);
  const { rows } = await sql<{ launched: number }>`
    select count(*)::int as launched from messages where id = any(${early}::int[]) and launched_at is not null`.execute(
    db,
  );
  const recipients = [...load.answers.keys()].slice(0, answers);
  const { rows: given } = await sql<{ kept: number }>`
    select count(distinct recipient_id)::int as kept from answers where recipient_id = any(${recipients}::int[])`.execute(
    db,
  );
  return { launches: early.length - rows[0]!.launched, answers: recipients.length - given[0]!.kept };
}
