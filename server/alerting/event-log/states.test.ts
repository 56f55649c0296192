import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { roles } from '#shared/permissions.ts';
import { createEvent, createMessage, createReport } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import type { EventState } from './states.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator', 'crisis_manager');
});
after(() => server.stop());

const fields = 'id _id isRunning isActive finishedAt eventStatus { identifier }';
const step = (name: string) => `mutation ($id: ID!) { ${name}(id: $id) { ${fields} } }`;
const states = ['draft', 'running', 'finished', 'archived', 'deleted'] as const;

async function eventIn(state: EventState): Promise<number> {
  if (state === 'deleted') return (await createEvent(server.app.db, { state: 'finished', isActive: false })).id;
  return (await createEvent(server.app.db, { state })).id;
}

/** The state after every step, or the refusal. */
const table: Record<string, Record<EventState, string>> = {
  finishEvent: {
    draft: 'error_event_not_running',
    running: 'finished',
    finished: 'error_event_not_running',
    archived: 'error_event_archived',
    deleted: 'error_not_found',
  },
  continueEvent: {
    draft: 'error_event_not_finished',
    running: 'error_event_running',
    finished: 'running',
    archived: 'error_event_archived',
    deleted: 'error_not_found',
  },
  archiveEvent: {
    draft: 'archived',
    running: 'error_event_running',
    finished: 'archived',
    archived: 'error_event_archived',
    deleted: 'error_not_found',
  },
  restoreEvent: {
    draft: 'error_event_not_archived',
    running: 'error_event_not_archived',
    finished: 'error_event_not_archived',
    archived: 'finished',
    deleted: 'error_not_found',
  },
  deleteEvent: {
    draft: 'deleted',
    running: 'error_event_running',
    finished: 'deleted',
    archived: 'deleted',
    deleted: 'error_not_found',
  },
};

interface Shown {
  isRunning: boolean;
  isActive: boolean;
  finishedAt: string | null;
  eventStatus: { identifier: string };
}

function stateShown({ isRunning, isActive, eventStatus: { identifier } }: Shown): string {
  if (!isActive) return 'deleted';
  if (isRunning) return identifier === 'published' ? 'running' : `running but ${identifier}`;
  return identifier === 'published' ? 'finished' : identifier;
}

for (const [name, outcomes] of Object.entries(table)) {
  for (const state of states) {
    test(`${name} in state ${state}: ${outcomes[state]}`, async () => {
      const id = await eventIn(state);
      const answer = await administrator.send(step(name), { id });
      const outcome = answer.errors?.[0]?.message ?? stateShown(answer.data[name]);
      assert.equal(outcome, outcomes[state]);
      const { rows } = await server.app.database.pool.query('select kind from log_entries where event_id = $1', [id]);
      assert.equal(rows.length, answer.errors ? 0 : 1, 'a step is logged once, a refusal never');
      if (outcome === 'finished') assert.ok(answer.data[name].finishedAt);
      if (outcome === 'running') assert.equal(answer.data[name].finishedAt, null);
    });
  }
}

test('of two simultaneous requests to finish one succeeds and the other gets an error', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await eventIn('running');
    const answers = await Promise.all([1, 2, 3].map(() => administrator.send(step('finishEvent'), { id })));
    const outcomes = answers.map((answer) => answer.errors?.[0]?.message ?? 'done').sort();
    assert.deepEqual(outcomes, ['done', 'error_event_not_running', 'error_event_not_running']);
    const { rows } = await server.app.database.pool.query('select kind from log_entries where event_id = $1', [id]);
    assert.deepEqual(rows, [{ kind: 'event_finished' }]);
  }
});

test('finishing and archiving at once never archives a running event', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await eventIn('running');
    await Promise.all(
      ['finishEvent', 'archiveEvent', 'continueEvent'].map((name) => administrator.send(step(name), { id })),
    );
    const { event } = await administrator.run(`query ($id: ID!) { event(id: $id) { ${fields} } }`, { id });
    assert.ok(['running', 'finished', 'archived'].includes(stateShown(event)), JSON.stringify(event));
  }
});

test('finishing cancels unsent messages', async () => {
  const id = await eventIn('running');
  const report = await createReport(server.app.db, { eventId: id });
  const message = await createMessage(server.app.db, {
    reportId: report.id,
    status: 'scheduled',
    sendAt: new Date(Date.now() + 3_600_000),
  });
  await administrator.run(step('finishEvent'), { id });
  const row = await server.app.db
    .selectFrom('messages')
    .select('status')
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  assert.equal(row.status, 'cancelled');
});

const update = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { name description ${fields} } }`;

test('the status only takes legal steps, and each step needs its feature', async () => {
  const editor = await server.as('editor');
  const outcomes: Record<string, Partial<Record<EventState, string>>> = {
    draft: {
      draft: 'draft',
      running: 'error_event_status',
      finished: 'error_event_status',
      archived: 'error_event_status',
    },
    published: { draft: 'running', running: 'running', finished: 'finished', archived: 'finished' },
    archived: { draft: 'archived', running: 'error_event_running', finished: 'archived', archived: 'archived' },
    nonsense: { draft: 'error_event_status', running: 'error_event_status' },
  };
  for (const [eventStatus, byState] of Object.entries(outcomes)) {
    for (const [state, expected] of Object.entries(byState)) {
      const id = await eventIn(state as EventState);
      const answer = await administrator.send(update, { input: { id, eventStatus } });
      const outcome = answer.errors?.[0]?.message ?? stateShown(answer.data.updateEvent);
      assert.equal(outcome, expected, `${state} to ${eventStatus}`);
    }
  }
  for (const [state, eventStatus] of [
    ['draft', 'archived'],
    ['archived', 'published'],
  ] as const) {
    const answer = await editor.send(update, { input: { id: await eventIn(state), eventStatus } });
    assert.equal(answer.errors?.[0]?.message, 'error_forbidden', `${state} to ${eventStatus}`);
  }
});

test('an archived event is read-only until it is restored', async () => {
  const id = await eventIn('archived');
  const refused = await administrator.send(update, { input: { id, name: 'Neu' } });
  assert.equal(refused.errors?.[0]?.message, 'error_event_archived');
  const note = `mutation ($event: ID!) { addLogEntry(event: $event, text: "x") { id } }`;
  assert.equal((await administrator.send(note, { event: id })).errors?.[0]?.message, 'error_event_archived');
  const { updateEvent } = await administrator.run(update, { input: { id, eventStatus: 'published', name: 'Neu' } });
  assert.deepEqual([updateEvent.name, stateShown(updateEvent)], ['Neu', 'finished']);
});

test('every step needs its feature', async () => {
  const expected: Record<string, string[]> = {
    finishEvent: ['crisis_manager', 'documentation_officer', 'editor'],
    continueEvent: ['crisis_manager', 'documentation_officer', 'editor'],
    archiveEvent: ['administrator'],
    restoreEvent: ['administrator'],
    deleteEvent: ['administrator'],
  };
  for (const role of roles) {
    const client = await server.as(role);
    for (const [name, allowed] of Object.entries(expected)) {
      const answer = await client.send(step(name), { id: 999_999 });
      const expectedKey = allowed.includes(role) ? 'error_not_found' : 'error_forbidden';
      assert.equal(answer.errors?.[0]?.message, expectedKey, `${role} ${name}`);
    }
  }
  const stranger = await server.client();
  assert.equal((await stranger.send(step('finishEvent'), { id: 1 })).errors?.[0]?.message, 'error_unauthenticated');
});
