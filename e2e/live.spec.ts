import { expect, type Request, test } from '@playwright/test';
import { alarmFunctions, sure } from './board-alarm.ts';
import { onlyInFull } from './in-full.ts';
import { askAs, askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';
import { translatePage } from './translator.ts';

test('without a live connection the page of a message polls and still shows a new answer', async ({ page }) => {
  await signIn(page, 'de');
  const run = await askAsOwner(page.request);
  // the demo hospital's running exercise
  const silent = `messageRecipients(first: 1, answered: false, status: [sent]) { edges { node { id person { lastName } } } }`;
  const { message } = await run(`{ message(id: "14") { ${silent} } }`);
  const { id, person } = message.messageRecipients.edges[0].node;
  await page.route('**/api/graphql/stream**', (route) => route.abort('connectionrefused'));
  await page.goto('/#/event/5/report/12/message/14');
  await page.getByRole('searchbox').fill(person.lastName);
  const entry = page.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(entry.getByText('Keine Antwort')).toBeVisible();
  await page.waitForRequest((request) => request.postData()?.includes('messageStatus') ?? false);
  await run(`mutation { recordAnswer(recipient: "${id}", option: "1", minutes: 15) { id } }`);
  await expect(entry.getByText('Ich komme', { exact: false })).toBeVisible({ timeout: 30_000 });
});

onlyInFull(test)(
  'eight pages in one browser with six connections each load and show every change at once',
  async ({ page }) => {
    const { ask } = await askAs(page.request);
    const { data } = await ask(
      'mutation { createEvent(input: { name: "Acht Fenster", mode: EXERCISE, isRunning: true }) { id _id } }',
    );
    const { id, _id } = data.createEvent;
    await signIn(page, 'de');
    const open = new Set<Request>();
    const pages = [page];
    try {
      while (pages.length < 8) pages.push(await page.context().newPage());
      for (const one of pages) {
        one.on('request', (request) => request.url().includes('/graphql/stream') && open.add(request));
        one.on('requestfinished', (request) => open.delete(request));
        one.on('requestfailed', (request) => open.delete(request));
        await one.goto(`/#/event/${_id}`);
        await expect(one.getByRole('heading', { level: 1, name: 'Acht Fenster' })).toBeVisible({ timeout: 30_000 });
      }
      await expect.poll(() => open.size).toBeLessThan(5);
      expect(open.size).toBeGreaterThan(0);
      const change = 'mutation ($id: ID!) { updateEvent(input: { id: $id, name: "Alle sehen es" }) { id } }';
      expect((await ask(change, { id })).refusals).toEqual([]);
      for (const one of pages.toReversed())
        await expect(one.getByRole('heading', { level: 1, name: 'Alle sehen es' })).toBeVisible({ timeout: 30_000 });
    } finally {
      for (const one of pages.slice(1)) await one.close();
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
    }
  },
);

test('a hidden page has no connection and updates at once when it is visible', async ({ page }) => {
  const { ask } = await askAs(page.request);
  const { data } = await ask(
    'mutation { createEvent(input: { name: "Im Hintergrund", mode: EXERCISE, isRunning: true }) { id _id } }',
  );
  const { id, _id } = data.createEvent;
  await signIn(page, 'de');
  // all pages of a browser without a screen count as visible
  await page.addInitScript(() => {
    let state = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    Object.assign(window, {
      show() {
        state = 'visible';
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  await page.goto('about:blank'); // the page that was visible is gone
  const streams: Request[] = [];
  page.on('request', (request) => request.url().includes('/graphql/stream') && streams.push(request));
  await page.goto(`/#/event/${_id}`);
  try {
    await expect(page.getByRole('heading', { level: 1, name: 'Im Hintergrund' })).toBeVisible();
    await ask('mutation ($id: ID!) { updateEvent(input: { id: $id, name: "Wieder vorn" }) { id } }', { id });
    expect(streams).toEqual([]);
    await expect(page.getByRole('heading', { level: 1, name: 'Im Hintergrund' })).toBeVisible();
    await page.evaluate('show()');
    await expect(page.getByRole('heading', { level: 1, name: 'Wieder vorn' })).toBeVisible();
    await expect.poll(() => streams.length).toBeGreaterThan(0);
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
  }
});

test('a page translated by the browser still shows new answers', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const alarm = await alarmFunctions(ask, 'Übersetzt', [
    {
      name: 'Übersetzte Lage',
      people: ['Erste', 'Zweite', 'Dritte'].map((lastName) => ({ lastName, phones: [] })),
      needed: 3,
    },
  ]);
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  try {
    await signIn(page, 'de');
    await page.goto(`/#${alarm.path}`);
    const coming = page.locator('li[aria-posinset]').filter({ hasText: 'Ich komme' });
    await expect(page.locator('li[aria-posinset]')).toHaveCount(3);
    await translatePage(page);
    const answer = 'mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }';
    for (const [at, { recipient }] of alarm.people.entries()) {
      await ask(answer, { r: recipient, o: '1' });
      await expect(coming).toHaveCount(at + 1);
    }
    // on an untranslated page
    const shown = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    await page.reload();
    await expect(coming).toHaveCount(3);
    await expect.poll(async () => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')).toBe(shown);
    expect(errors).toEqual([]);
  } finally {
    await alarm.end();
  }
});
