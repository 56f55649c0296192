import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { mostAhead } from '#server/channels/smtp/tempo.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { EmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { deriveSecrets, type Secrets } from '#server/platform/secrets.ts';
import { installed } from '#testing/app.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import type { SettableClock } from './clock.ts';
import { recordHistory } from './history.ts';
import type { InvariantId } from './invariants.ts';
import type { AcceptedMessage } from './ledger.ts';
import { mailLedger } from './ledger.ts';
import { type Process, secretKey, startWorkerProcess } from './process.ts';
import { seeded } from './random.ts';
import { type Sink, startSink } from './sink.ts';
import type { SinkModes } from './smtp-sink.ts';

/** The options of a trial. */
export interface TrialOptions {
  seed: number;
  count: number;
  /** With minimal waits. */
  short: boolean;
  /** On an otherwise idle machine, so it judges time bounds. */
  quiet: boolean;
}

/** A misbehaving mail server, with its channel. */
export interface MailPost {
  sink: Sink;
  channelId: number;
}

type Rows = Parameters<typeof createRecipients>[1];

/** A fault's database, processes, providers, and records. */
export interface Stage extends TrialOptions {
  /** The killed PostgreSQL, if any. */
  postgres: EmbeddedPostgres | null;
  /** The clock of that PostgreSQL, if it is set. */
  clock: SettableClock | null;
  /** Returns the same sequence for the same seed. */
  random(): number;
  db: Db;
  url: string;
  secrets: Secrets;
  permitted(): number;
  permit(copies: number): void;
  mail(modes?: SinkModes, settings?: Record<string, unknown>): Promise<MailPost>;
  /** Inserts a launched message with recipients; returns its id. */
  rows(wanted: Rows): Promise<number>;
  worker(before?: readonly string[]): Promise<Process>;
  /** Kills a process; permits duplicates of its messages in transit. */
  kill(process: Process): Promise<void>;
  taken(): Promise<AcceptedMessage[]>;
  untilTaken(count: number): Promise<void>;
  /** Waits until no recipient is open, within seconds. */
  done(seconds?: number): Promise<void>;
  /** Records a violated expectation other than an invariant, unless it holds. */
  expect(holds: boolean, otherwise: string): void;
  find(id: InvariantId | 'expected', what: string): void;
  figure(name: string, value: number): void;
  /** Records a figure with its bound on an idle machine. */
  within(name: string, value: number, bound: number): void;
  source(ledger: () => Promise<AcceptedMessage[]>): void;
  /** Adds work for the end, in reverse order. */
  after(end: () => Promise<unknown>): void;
  readonly processes: readonly Process[];
  watch(process: Process): Process;
  /** Confirmed launches: message and recipients. */
  readonly launched: Map<number, number>;
  /** Acknowledged answers: recipient and option. */
  readonly answered: Map<number, string>;
  readonly figures: Record<string, number>;
  readonly findings: string[];
  close(): Promise<void>;
}

/** A mail channel's connections, and an SMS centre's window. */
export const slots = 10;

/** Mails per process on a fast server. */
export const mailSlots = slots * mostAhead;

/** Creates a stage on a new database. */
export async function openStage(
  given: TrialOptions,
  postgres: EmbeddedPostgres | null,
  clock: SettableClock | null = null,
): Promise<Stage> {
  const database = await createTestDatabase(installed, postgres?.url);
  const { db, close } = connect(database.url, () => undefined, { max: 6 });
  await recordHistory(db);
  const random = seeded(given.seed);
  const ends: (() => Promise<unknown>)[] = [async () => database.drop().catch(() => undefined), close];
  const sources: (() => Promise<AcceptedMessage[]>)[] = [];
  const processes: Process[] = [];
  let permitted = 0;
  let perKill = 0;
  const stage: Stage = {
    ...given,
    postgres,
    clock,
    random,
    db,
    url: database.url,
    secrets: deriveSecrets(secretKey),
    permitted: () => permitted,
    permit: (copies) => {
      permitted += copies;
    },
    async mail(modes = {}, settings = {}) {
      const sink = await startSink({ seed: given.seed, ...modes });
      ends.push(() => sink.stop());
      const channelId = await createMailChannel(db, sink.port, { maxConnections: slots, ...settings });
      stage.source(() => mailLedger(channelId, sink));
      perKill += Number(settings['maxConnections'] ?? slots) * mostAhead;
      return { sink, channelId };
    },
    rows: async (wanted) => (await createRecipients(db, { lane: 'alarm', ...wanted })).messageId,
    worker: async (before) => stage.watch(await startWorkerProcess(db, database.url, { before })),
    async kill(process) {
      stage.permit(perKill);
      await process.end('SIGKILL');
    },
    taken: async () => (await Promise.all(sources.map((source) => source()))).flat(),
    async untilTaken(count) {
      for (const end = performance.now() + 240_000; (await stage.taken()).length < count; await sleep(30)) {
        if (performance.now() > end) throw new Error(`fewer than ${count} were taken`);
      }
    },
    done: (seconds = 240) => untilNobodyIsOpen(db, seconds),
    expect: (holds, otherwise) => void (holds || stage.find('expected', otherwise)),
    find: (id, what) => void stage.findings.push(`${id}: ${what}`),
    figure: (name, value) => {
      stage.figures[name] = Math.round(value * 10) / 10;
    },
    within(name, value, bound) {
      stage.figure(name, value);
      if (given.quiet) stage.expect(value <= bound, `${name} ${value.toFixed(1)}, permitted ${bound}`);
    },
    source: (ledger) => void sources.push(ledger),
    after: (end) => void ends.push(end),
    processes,
    watch(process) {
      processes.push(process);
      return process;
    },
    launched: new Map(),
    answered: new Map(),
    figures: {},
    findings: [],
    async close() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      for (const end of ends.reverse()) await end();
    },
  };
  return stage;
}

async function untilNobodyIsOpen(db: Db, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
    const open = await openRows(db).catch(() => null);
    if (open === 0) return;
  }
}

/** Counts recipients without a final status. */
export async function openRows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from message_recipients where status in ${recipientStates.open}`.execute(db);
  return rows[0]!.n;
}
