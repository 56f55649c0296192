import { createEventType, createMailingList, createPerson } from './factories.ts';
import type { TestServer } from './server.ts';

/** With its alarm's people. */
export interface TestTrigger {
  id: number;
  word: string;
  eventTypeId: number;
  /** Mobile numbers of the people. */
  numbers: string[];
}

/** Every trigger's PIN. */
export const triggerPin = '271828';

const letters = 'abcdefghij';
let count = 0;

interface Given {
  people?: number;
  groups?: { id: number; onDuty?: boolean }[];
  ways?: string[];
  smsPin?: boolean;
  senders?: string;
}

/** Creates a trigger that alarms people and groups. */
export async function createTrigger(
  server: TestServer,
  { people = 2, groups = [], ...values }: Given = {},
): Promise<TestTrigger> {
  const { db } = server.app;
  const n = ++count;
  const word = `feuer_${[...String(n)].map((digit) => letters[Number(digit)]).join('')}`;
  const numbers = Array.from({ length: people }, (_, at) => `+49152${String(n * 1_000 + at).padStart(7, '0')}`);
  const made = await Promise.all(numbers.map((mobile) => createPerson(db, { mobile })));
  const list = await createMailingList(db, { people: made.map(({ id }) => id), groups });
  const type = await createEventType(db, { lists: [list.id] });
  const administrator = await server.as('administrator');
  const input = {
    name: `Feuer ${n}`,
    identifier: word,
    eventType: String(type.id),
    ways: ['sms', 'mail', 'call', 'post'],
  };
  const { createTrigger: trigger } = await administrator.run(
    'mutation ($input: CreateTriggerInput!) { createTrigger(input: $input) { _id } }',
    { input: { ...input, ...values } },
  );
  const set = 'mutation ($id: ID!, $pin: String!) { setTriggerPin(id: $id, pin: $pin) { hasPin } }';
  await administrator.run(set, { id: String(trigger._id), pin: triggerPin });
  return { id: trigger._id, word, eventTypeId: type.id, numbers };
}

/** Returns the events that a trigger started, with mode and status. */
export const eventsOf = (server: TestServer, { eventTypeId }: TestTrigger) =>
  server.app.db
    .selectFrom('events')
    .select(['id', 'mode', 'isRunning', 'description', 'insertedBy'])
    .where('activationEventTypeId', '=', eventTypeId)
    .orderBy('id')
    .execute();

/** Returns the outcomes of a trigger's calls. */
export const outcomesOf = async (server: TestServer, { id }: TestTrigger): Promise<string[]> =>
  (
    await server.app.db.selectFrom('triggerCalls').select('outcome').where('triggerId', '=', id).orderBy('id').execute()
  ).map(({ outcome }) => outcome);
