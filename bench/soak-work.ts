import { setTimeout as sleep } from 'node:timers/promises';
import { answerUrl } from '#server/channels/rendering/render.ts';
import { publish } from '#server/platform/live/live.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createReport, idByIdentifier } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { each, generator } from './asking.ts';
import type { BenchServer } from './bench-server.ts';
import { type ReportWatcher, watchReport } from './report-watchers.ts';

/** The completed and refused work by name. */
export interface Tally {
  done: Record<string, number>;
  refused: Record<string, number>;
  /** Recipients with an acknowledged answer. */
  answered: Set<number>;
  /** Returns whether a kind of work must never be refused. */
  mustNot(what: string): boolean;
  broke(error: unknown): void;
  count(what: string, isDone: boolean): void;
}

const never = new Set(['answers', 'launches', 'stops', 'sign-ins', 'soak broke off']);

/** Creates an empty tally. */
export function newTally(): Tally {
  const tally: Tally = {
    done: {},
    refused: Object.fromEntries([...never].map((what) => [what, 0])),
    answered: new Set(),
    mustNot: (what) => never.has(what),
    broke(error) {
      console.error(error);
      tally.count('soak broke off', false);
    },
    count(what, isDone) {
      const where = isDone ? tally.done : tally.refused;
      where[what] = (where[what] ?? 0) + 1;
    },
  };
  return tally;
}

/** The environment of the work. */
export interface WorkEnvironment {
  server: BenchServer;
  token: string;
  channelId: number;
  reportId: number;
  /** The number of people, and the mailing list of those who answer. */
  people: number;
  crowd: number;
  tally: Tally;
  isOver(): boolean;
}

// of the template installation for test databases
const ownerPassword = 'owner password of the tests';

const tried = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      console.error(error); // counts a refusal, and prints its reason
      return false;
    },
  );

const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';

async function launch(given: WorkEnvironment, channelId: number, requestAnswer: boolean): Promise<number | null> {
  const { server, token, crowd, tally } = given;
  const report = await createReport(server.db, { type: 'staff_information' });
  const draft = { reportId: report.id, channelId, lists: [crowd], requestAnswer };
  const { id } = await createDraft(server.db, draft);
  const isDone = await tried(server.run(token, send, { id: String(id), key: `soak-${id}` }));
  tally.count('launches', isDone);
  return isDone ? id : null;
}

async function answering(given: WorkEnvironment): Promise<void> {
  const { db, app, url } = given.server;
  const { tally } = given;
  const message = await launch(given, await idByIdentifier(db, 'channels', 'exercise'), true);
  const rows = await db
    .selectFrom('messageRecipients')
    .select(['id', 'nonce'])
    .where('messageId', '=', message)
    .execute();
  const ask = generator(16);
  await each(rows, 16, async ({ id, nonce }) => {
    if (given.isOver()) return;
    const link = answerUrl({ ...app, publicUrl: url }, nonce);
    const mark = /name="mark" value="([^"]+)"/.exec((await ask(link)).text)?.[1];
    const taken = mark && (await ask(link, new URLSearchParams({ mark, option: '1' }).toString())).status === 200;
    tally.count('answers', Boolean(taken));
    if (taken) tally.answered.add(id);
  });
}

async function watching({ server, token, reportId, tally }: WorkEnvironment): Promise<void> {
  const tokens = await server.sessions(5);
  const all: ReportWatcher[] = Array.from({ length: 50 }, (_, n) => watchReport(server, tokens[n % 5]!, reportId));
  const rename = 'mutation ($id: ID!, $title: String!) { updateReport(input: { id: $id, title: $title }) { id } }';
  for (let n = 0; n < 8; n++) {
    tally.count(
      'changes',
      await tried(server.run(token, rename, { id: String(reportId), title: `Stand ${Date.now()}.` })),
    );
    await sleep(1000);
  }
  for (const { events, stop } of all) {
    tally.count('watchers', events > 0);
    stop();
  }
}

async function bulk({ server: { db }, channelId, people, tally }: WorkEnvironment): Promise<void> {
  await createRecipients(db, { count: people, channelId, lane: 'bulk' });
  await publish(db, { work: true });
  tally.count('bulk messages', true);
}

/** Launches information to the crowd by mistake, and stops it immediately, unless it has completely left. */
async function stopping(given: WorkEnvironment): Promise<void> {
  const { server, token, channelId, tally } = given;
  const id = await launch(given, channelId, false);
  if (id === null) return;
  const stop = 'mutation ($id: ID!) { stopMessage(id: $id) { _id } }';
  const refusal = await server.run(token, stop, { id: String(id) }).then(
    () => null,
    (error: Error) => error,
  );
  const isOver = refusal?.message.includes('error_message_over') ?? false;
  if (refusal && !isOver) console.error(refusal);
  tally.count(isOver ? 'stops after everybody got it' : 'stops', !refusal || isOver);
}

async function signingIn({ server: { url }, tally }: WorkEnvironment): Promise<void> {
  const body = JSON.stringify({ email: 'admin@example.org', password: ownerPassword });
  const response = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.arrayBuffer();
  tally.count('sign-ins', response.ok);
}

async function exporting({ server: { url }, token, tally }: WorkEnvironment): Promise<void> {
  const response = await fetch(`${url}/api/v2/people.csv`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  tally.count('exports', response.ok);
}

async function uploading({ server, token, people, tally }: WorkEnvironment): Promise<void> {
  const line = (n: number) => `S${n};Käthe;Nachname ${n};kaethe.${n}@klinikum.example`;
  const lines = Array.from({ length: people }, (_, n) => line(n));
  const file = ['Externe Nummer;Vorname;Nachname;E-Mail', ...lines].join('\r\n');
  const answer = await uploadCsv(server as unknown as TestServer, { token } as TestClient, file).catch(() => null);
  const id = answer?.data?.uploadPeople?.id as string | undefined;
  const apply = 'mutation ($id: ID!) { applyUpload(id: $id) { id } }';
  tally.count('uploads', id !== undefined && (await tried(server.run(token, apply, { id }))));
}

/** The work besides alarms, each repeated at its interval in milliseconds. */
export const works: readonly { every: number; work: (given: WorkEnvironment) => Promise<void> }[] = [
  { every: 1_000, work: answering },
  { every: 2_000, work: watching },
  { every: 20_000, work: bulk },
  { every: 10_000, work: stopping },
  { every: 15_000, work: signingIn },
  { every: 20_000, work: exporting },
  { every: 30_000, work: uploading },
];
