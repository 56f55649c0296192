import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createReadyActivation, sendAllMessages, sure } from './board-alarm.ts';
import { askAs, askAsNew } from './roles.ts';

/** Opens a page in a new browser; returns its requests until it rests, without later prefetches, repetitions once. */
async function fetchedFor(context: BrowserContext, path: string, there: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    const never = (act: TimerHandler, after = 0, ...rest: unknown[]) => (after < 2000 ? soon(act, after, ...rest) : 0);
    Object.assign(window, { setTimeout: never });
  });
  const session = await context.newCDPSession(page);
  const asked = new Map<string, string>();
  const open = new Set<string>();
  const bytes = { files: 0, data: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url, postData } }) => {
    const operation = /"operationName":"(\w+)"/.exec(postData ?? '')?.[1];
    if (!url.startsWith('http')) return;
    const { pathname } = new URL(url);
    asked.set(requestId, operation ? `${pathname} ${operation}` : pathname);
    if (!/\/(stream|news)$/.test(pathname)) open.add(requestId); // these wait for changes
  });
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    bytes[asked.get(requestId)?.startsWith('/api/') ? 'data' : 'files'] += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(path);
  await there(page);
  const rest = () => expect.poll(() => open.size).toBe(0);
  await rest();
  await page.waitForTimeout(1000); // includes files that follow the first view
  await rest();
  await page.close();
  return { asked: [...new Set(asked.values())], bytes };
}

test('the sign-in page needs few files, none of the application; the first field has the focus', async ({
  context,
}) => {
  const { asked, bytes } = await fetchedFor(context, '/', async (page) => {
    await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused();
  });
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12);
  expect(bytes.files + bytes.data).toBeLessThanOrEqual(40_000);
});

test('the start page needs few files', async ({ context, request }) => {
  const { token } = await askAsNew(request, 'crisis_manager'); // the owner's language is changed by other journeys
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  // events of other journeys may have open deadlines, whose list comes in files of its own
  await context.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('query Waiting {')) return route.continue();
    const response = await route.fetch();
    const json = await response.json();
    json.data.waiting.deadlines = [];
    return route.fulfill({ response, json });
  });
  const { asked, bytes } = await fetchedFor(context, '/', async (page) => {
    await expect(page.getByRole('heading', { name: 'Was möchten Sie tun?' })).toBeVisible();
  });
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25);
  expect(bytes.files, asked.join('\n')).toBeLessThanOrEqual(250_000); // the data grow with the events that run
});

// only bytes of files, because the data grow with the running events
const screens = [
  { path: '/#/event/5/report/12', there: /raus .*\d\d:\d\d/, role: 'crisis_manager' }, // the demo hospital's running exercise
  { path: '/#/event/5', there: 'Alle Meldungen', role: 'crisis_manager' },
  { path: '/#/activation', there: 'Etwas anderes', role: 'crisis_manager' },
  { path: '/#/communication', there: 'Mitarbeiterinformation', role: 'editor' },
] as const;
for (const { path, there, role } of screens) {
  test(`${path} needs few files`, async ({ context, request }) => {
    const { token } = await askAsNew(request, role);
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const { asked, bytes } = await fetchedFor(context, path, async (page) => {
      await expect(page.getByText(there).first()).toBeVisible();
    });
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25);
    expect(bytes.files, asked.join('\n')).toBeLessThanOrEqual(250_000);
  });
}

test('the answer page is one small document', async ({ context, request }) => {
  const ask = sure((await askAs(request)).ask);
  const { mailingLists } = await ask('{ mailingLists(first: 50) { edges { node { id name } } } }');
  const list = mailingLists.edges.find(({ node }: { node: { name: string } }) => node.name === 'Führungskräfte');
  const { report, eventId } = await createReadyActivation(ask, 'Antwortseite', list.node.id);
  await sendAllMessages(ask, report);
  const mailbox = '{ exerciseMessages(search: "Antwortseite", first: 1) { edges { node { answerUrl } } } }';
  const link = async () => (await ask(mailbox))['exerciseMessages'].edges[0]?.node.answerUrl;
  await expect.poll(link).toBeTruthy();
  const answerUrl = await link();
  const { asked, bytes } = await fetchedFor(context, answerUrl, async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
  expect(bytes.files + bytes.data).toBeLessThanOrEqual(20_000);
  await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
});
