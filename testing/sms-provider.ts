import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport, idByIdentifier } from './factories.ts';
import { createDraft } from './messages.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** Creates an SMS channel like an administrator. No response contains its secrets. */
export async function createProviderChannel(
  server: TestServer,
  settings: Record<string, unknown>,
  secrets: readonly string[],
): Promise<{
  id: number;
  callbackUrl: string | null;
  test(address: string): Promise<{ ok: boolean; reason?: string }>;
}> {
  const administrator = await server.as('administrator');
  const { createChannel: made } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id callbackUrl settings } }',
    {
      input: {
        name: String(settings['provider']),
        channelType: String(
          await idByIdentifier(
            server.app.db,
            'channelTypes',
            String(settings['provider']).startsWith('voice') ? 'voice' : 'sms',
          ),
        ),
        settings,
      },
    },
  );
  const shown = JSON.stringify(made);
  for (const secret of secrets) if (shown.includes(secret)) throw new Error('a secret was answered');
  return {
    id: made._id,
    callbackUrl: made.callbackUrl,
    async test(address) {
      const { testChannel } = await administrator.run(
        'mutation ($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }',
        { id: String(made._id), address },
      );
      return testChannel;
    },
  };
}

/** Asks one person by mobile number. */
export async function askByMobile(
  server: TestServer,
  channelId: number,
  to: string,
  content?: string,
): Promise<number> {
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const person = await createPerson(db, { mobile: to });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const draft = { reportId: report.id, channelId, people: [person.id], requestAnswer: true };
  await createDraft(db, { ...draft, ...(content ? { content } : {}) });
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "asked-${report.id}") { _id } }`);
  return report.id;
}

export const answersTo = (db: Db, reportId: number, count: number) =>
  until(async () => {
    const answers = await db
      .selectFrom('answers as a')
      .leftJoin('answerOptions as o', 'o.id', 'a.optionId')
      .select(['o.kind', 'a.minutes', 'a.text', 'a.source'])
      .where('a.reportId', '=', reportId)
      .orderBy('a.id')
      .execute();
    return answers.length >= count && answers;
  });

/** Returns the state of a report's only recipient. */
export const statusIn = async (db: Db, reportId: number) =>
  db
    .selectFrom('messageRecipients')
    .select(['status', 'statusReason', 'externalId', 'maybeDuplicate'])
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
