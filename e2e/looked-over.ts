import type { Page } from '@playwright/test';
import { type Sure, sure } from './board-alarm.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

type Edge = { node: { id: string; identifier: string } };

/** Creates drafts in a running exercise, each to one person. */
export async function draft(ask: Sure, event: string, title: string, messages: number) {
  const found = await ask(`{ reportTypes(first: 100) { edges { node { id identifier } } }
    channels { edges { node { id identifier } } } people(first: 1, isActive: true) { edges { node { id } } } }`);
  const withIdentifier = (of: string, identifier: string): string =>
    found[of].edges.find(({ node }: Edge) => node.identifier === identifier).node.id;
  const reportType = withIdentifier('reportTypes', 'staff_information');
  const input = { event, reportType, title, content: 'Bitte lesen.' };
  const { createReport } = await ask(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id event { _id } } }',
    { input },
  );
  const channels = Array.from({ length: messages }, () => withIdentifier('channels', 'exercise'));
  const made: string[] = [];
  for (const channel of channels) {
    const { addReportChannels } = await ask(
      'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages { edges { node { id } } } } }',
      { r: createReport.id, c: [channel] },
    );
    made.splice(0, made.length, ...addReportChannels.messages.edges.map(({ node }: Edge) => node.id));
  }
  for (const id of made) {
    await ask('mutation ($id: ID!, $p: [ID!]) { setMessageRecipients(message: $id, people: $p) { id } }', {
      id,
      p: [found['people'].edges[0].node.id],
    });
  }
  return { path: `/event/${createReport.event._id}/report/${createReport._id}`, messages: made };
}

/** Creates a running exercise and the function that ends it. */
export async function exercise(ask: Sure, name: string) {
  const { createEvent } = await ask(
    'mutation ($n: String!) { createEvent(input: { name: $n, mode: EXERCISE, isRunning: true }) { id } }',
    { n: name },
  );
  const id: string = createEvent.id;
  return { id, end: () => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id }) };
}

/** Opens a draft's review, with functions for a colleague's action. */
export async function lookedOver(page: Page, ask: Sure, event: string) {
  const own = await draft(ask, event, 'Bitte lesen', 1);
  const [id] = own.messages;
  const { message } = await ask('query ($id: ID!) { message(id: $id) { report { id event { id } } } }', { id });
  await signIn(page, 'de', own.path);
  const dialog = page.getByRole('dialog');
  return {
    report: message.report.id as string,
    next: page.getByRole('button', { name: 'Weiter: Senden' }),
    dialog,
    yes: dialog.getByRole('button', { name: 'Ja', exact: true }),
    told: page.getByText('Jemand hat diesen Entwurf gerade geändert.'),
    text: page.getByRole('main').getByText('Nicht lesen.').first(),
    colleague: (content = 'Nicht lesen.') =>
      ask('mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }', {
        i: { id: message.report.id, content },
      }),
    sent: async () =>
      (await ask('query ($id: ID!) { message(id: $id) { status content requestAnswer } }', { id }))['message'],
  };
}

/** Blocks a page's streams and delays its queries. */
export async function deafen(page: Page) {
  let hears = () => {};
  let isDeaf: Promise<void> | null = null;
  let failing = '';
  const asked = new Set<Promise<void>>();
  // without a stream a page asks again and again: on a slow machine there is no moment without a request
  const answered = () => Promise.all(asked);
  const quiet = async () => {
    for (let times = 0; times < 3; times++) await answered(); // an answer may lead to another request
  };
  // a broken stream's banner moves targets
  await page.route('**/api/graphql/stream', () => {});
  await page.route('**/api/graphql/', async (route) => {
    const query: string = route.request().postDataJSON()?.query ?? '';
    if (failing && query.includes(failing)) return route.abort();
    if (isDeaf && /query (Report|Said|PreviewReport)\b/.test(query)) await isDeaf;
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.add(promise);
    try {
      await route.fulfill({ response: await route.fetch() });
    } finally {
      asked.delete(promise);
      resolve();
    }
  });
  return {
    /** Once this resolves, no further answers arrive, including answers to earlier requests. */
    deaf: async (also = '') => {
      failing = also;
      isDeaf = new Promise((resolve) => {
        hears = resolve;
      });
      await answered();
    },
    hear: () => {
      failing = '';
      isDeaf = null;
      hears();
    },
    /** Resolves when the pending requests, and those that their answers lead to, have their answers. */
    quiet,
  };
}

export async function during(page: Page, name: string, look: (ask: Sure, event: string) => Promise<void>) {
  const ask = sure((await askAs(page.request)).ask);
  const { id, end } = await exercise(ask, name);
  try {
    await look(ask, id);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await end();
  }
}
