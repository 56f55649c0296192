import { expect } from '@playwright/test';
import type { RunOperation } from './roles.ts';

/** Sends an operation that must be allowed. Returns its data. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the API, read as they come
export type Sure = (query: string, variables?: Record<string, unknown>) => Promise<Record<string, any>>;

/** Returns a client of the API that fails on any refusal. */
export const sure =
  (ask: RunOperation): Sure =>
  async (query, variables = {}) => {
    const { data, refusals } = await ask(query, variables);
    expect(refusals).toEqual([]);
    return data;
  };

/** Sends without the undo time. */
export async function atOnce<T>(ask: Sure, send: () => Promise<T>): Promise<T> {
  const change = 'mutation ($v: String!) { updateSystemSetting(valueKey: "undo_seconds", valueStr: $v) { id } }';
  await ask(change, { v: '0' });
  try {
    return await send();
  } finally {
    await ask(change, { v: '10' });
  }
}

/** Sends all messages of a report at once. */
export const sendAllMessages = (ask: Sure, id: string): ReturnType<Sure> =>
  atOnce(ask, () =>
    ask('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', { id, key: id }),
  );

/** A recipient of an alarm with the recipient row. */
export interface Alarmed {
  id: string;
  recipient: string;
  name: string;
}

/** A running exercise and the function that removes it. */
export interface BoardAlarm {
  event: string;
  path: string;
  people: Alarmed[];
  end: () => Promise<void>;
}

type Person = { lastName: string; phones: string[] };

async function makeGroup(ask: Sure, name: string, people: readonly Person[]) {
  const { personDataTypes } = await ask('{ personDataTypes(first: 200) { edges { node { _id identifier } } } }');
  const typeOf = (identifier: string): string =>
    String(
      personDataTypes.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node
        ._id,
    );
  const { createGroup } = await ask('mutation ($n: String!) { createGroup(input: { name: $n }) { id } }', { n: name });
  const made: string[] = [];
  for (const { lastName, phones } of people) {
    const personData = [
      { keyField: typeOf('email_business'), valueStr: `${lastName.toLowerCase()}@example.org` },
      ...phones.map((valueStr, index) => ({
        keyField: typeOf(index === 0 ? 'mobile_business' : 'phone_business'),
        valueStr,
      })),
    ];
    const input = { firstName: 'Tafel', lastName, groups: [createGroup.id], personData };
    const { createPerson } = await ask('mutation ($input: CreatePersonInput!) { createPerson(input: $input) { id } }', {
      input,
    });
    made.push(createPerson.id);
  }
  return { group: createGroup.id as string, people: made };
}

async function runningEvent(ask: Sure, name: string, mode: 'EXERCISE' | 'LIVE'): Promise<string> {
  const create =
    'mutation ($n: String!, $m: EventMode!) { createEvent(input: { name: $n, mode: $m, isRunning: true }) { id } }';
  return (await ask(create, { n: name, m: mode }))['createEvent'].id;
}

/** Creates a ready activation in a running event to a list, by default over the exercise mailbox with a question. */
export async function createReadyActivation(
  ask: Sure,
  event: string,
  list: string,
  { mode = 'EXERCISE', channel, event: given }: { mode?: 'EXERCISE' | 'LIVE'; channel?: string; event?: string } = {},
) {
  const eventId = given ?? (await runningEvent(ask, event, mode));
  const found = await ask(
    '{ reportTypes(first: 100) { edges { node { id identifier } } } channels { edges { node { id identifier } } } }',
  );
  const withIdentifier = (of: string, identifier: string) =>
    found[of].edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node.id;
  const input = {
    event: eventId,
    reportType: withIdentifier('reportTypes', 'activation'),
    title: `Bitte kommen: ${event}`,
    content: 'Bitte in den Stabsraum kommen.',
  };
  const { createReport } = await ask(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id event { _id } } }',
    { input },
  );
  const { addReportChannels } = await ask(
    'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages { edges { node { id } } } } }',
    { r: createReport.id, c: [channel ?? withIdentifier('channels', 'exercise')] },
  );
  const message = addReportChannels.messages.edges[0].node.id;
  await ask('mutation ($id: ID!) { updateMessage(input: { id: $id, requestAnswer: true }) { id } }', { id: message });
  await ask(
    'mutation ($id: ID!, $l: [ID!]) { setMessageRecipients(message: $id, people: [], lists: $l, groups: []) { id } }',
    { id: message, l: [list] },
  );
  const path = `/event/${createReport.event._id}/report/${createReport._id}`;
  return { eventId, report: createReport.id as string, message: message as string, path };
}

/** A function of an alarm, with its people in call order. */
export interface AlarmFunction {
  name: string;
  people: Person[];
  /** The number of people it needs. Default: one. */
  needed?: number;
}

/** Alarms functions in an exercise, and waits until enough people are asked. */
export async function alarmFunctions(ask: Sure, event: string, functions: AlarmFunction[]): Promise<BoardAlarm> {
  const groups: (Awaited<ReturnType<typeof makeGroup>> & { needed: number })[] = [];
  for (const { name, people, needed = 1 } of functions) {
    groups.push({ ...(await makeGroup(ask, name, people)), needed });
  }
  const { createMailingList } = await ask('mutation ($n: String!) { createMailingList(input: { name: $n }) { id } }', {
    n: `Verteiler ${event}`,
  });
  const list = createMailingList.id;
  for (const { group, needed } of groups) {
    await ask('mutation ($l: ID!, $g: [ID!]) { addToMailingList(list: $l, groups: $g) { id } }', {
      l: list,
      g: [group],
    });
    await ask('mutation ($l: ID!, $g: ID!, $n: Int!) { setStopLimit(list: $l, group: $g, stopLimit: $n) { id } }', {
      l: list,
      g: group,
      n: needed,
    });
  }
  const { eventId, report, message, path } = await createReadyActivation(ask, event, list);
  await sendAllMessages(ask, report);
  const sent =
    'query ($id: ID!) { message(id: $id) { messageRecipients(first: 200) { edges { node { id status person { id lastName } } } } } }';
  type Row = { node: { id: string; status: string; person: { id: string; lastName: string } } };
  const rows = async (): Promise<Row[]> => (await ask(sent, { id: message }))['message'].messageRecipients.edges;
  await expect
    .poll(async () => (await rows()).filter(({ node }) => node.status === 'sent').length, { timeout: 60_000 })
    .toBe(groups.reduce((sum, { needed }) => sum + needed, 0));
  const people = (await rows()).map(({ node }) => ({
    id: node.person.id,
    recipient: node.id,
    name: node.person.lastName,
  }));
  return {
    event: eventId,
    path,
    people,
    end: async () => {
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
      await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: list });
      for (const { group, people: members } of groups) {
        await ask('mutation ($id: ID!) { deleteGroup(id: $id) { __typename } }', { id: group });
        for (const id of members) await ask('mutation ($id: ID!) { deletePerson(id: $id) { __typename } }', { id });
      }
    },
  };
}
