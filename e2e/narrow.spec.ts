import { expect, type Page } from '@playwright/test';
import { onlyInFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

// a window of 1280 × 800 enlarged to 200 and to 400 %: WCAG 1.4.10
const enlarged = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

onlyInFull(test)(
  'an enlarged page belongs to its content: bars scroll with it, and nothing is out of view',
  async ({ page }) => {
    await signIn(page, 'de');
    for (const path of ['/event/5/report/14', '/event/5/report/12', '/event/5', '/groups', '/group/1']) {
      await page.goto(`/#${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      for (const size of enlarged) {
        await page.setViewportSize(size);
        // later content makes the page longer
        await expect(async () =>
          expect(await seenHalfway(page), `${path} ${size.width}`).toEqual(nothingElse),
        ).toPass();
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  },
);

const nothingElse = { wider: 0, share: 1 };

/** Halfway down: by how much the page is wider than the window, and how much of the window belongs to its content. */
const seenHalfway = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const { scrollWidth } = document.documentElement;
    const heights = Array.from({ length: 20 }, (_, at) => ((at + 0.5) * innerHeight) / 20);
    const lines = heights.filter((y) => document.elementFromPoint(innerWidth / 2, y)?.closest('main'));
    return { wider: scrollWidth - innerWidth, share: lines.length / heights.length };
  });

onlyInFull(test)('a name of 200 letters without a gap widens no page', async ({ page, request }) => {
  test.setTimeout(240_000);
  const { ask } = await askAs(request);
  const long = `${Date.now()}`.padEnd(200, 'Langername');
  const made = await make(ask, long);
  await signIn(page, 'de');
  const { event, group, list, person } = made;
  const paths = [
    '/',
    '/events',
    `/events?search=${long.slice(0, 13)}`,
    `/event/${event._id}`,
    `/event/${event._id}/reports`,
    '/activation',
    `/activation?event=${event._id}`,
    `/group/${group._id}`,
    '/groups?view=people',
    '/groups',
    `/person/${person._id}`,
    '/mailinglists',
    `/mailinglist/${list._id}`,
    '/exercise-mailbox',
  ];
  try {
    for (const path of paths) {
      await page.goto(`/#${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await widerThanWindow(page), `${path} ${width}`).toEqual([]);
      }
    }
  } finally {
    await remove(ask, made);
  }
});

/** What sticks out of the window at the right, unless it can be scrolled there. */
const widerThanWindow = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 3)
          .map((one) => `${one.tagName} ${one.className}`),
  );

type Ask = Awaited<ReturnType<typeof askAs>>['ask'];
type Made = Record<'event' | 'group' | 'list' | 'person', { id: string; _id: number }>;

async function make(ask: Ask, name: string): Promise<Made> {
  const create = async (what: string, input: object) => {
    const type = `Create${what}Input!`;
    const { data, refusals } = await ask(
      `mutation ($input: ${type}) { made: create${what}(input: $input) { id _id } }`,
      { input },
    );
    expect(refusals).toEqual([]);
    return data.made as { id: string; _id: number };
  };
  const group = await create('Group', { name });
  return {
    event: await create('Event', { name, mode: 'EXERCISE', isRunning: true }),
    group,
    list: await create('MailingList', { name }),
    person: await create('Person', { firstName: name.slice(0, 100), lastName: name.slice(0, 100), groups: [group.id] }),
  };
}

async function remove(ask: Ask, { event, group, list, person }: Made): Promise<void> {
  for (const verb of ['finish', 'archive', 'delete'])
    await ask(`mutation ($id: ID!) { ${verb}Event(id: $id) { id } }`, { id: event.id });
  await ask('mutation ($id: ID!) { erasePerson(id: $id) { id } }', { id: person.id });
  await ask('mutation ($id: ID!) { deleteGroup(id: $id) { id } }', { id: group.id });
  await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { id } }', { id: list.id });
}

test('on a telephone, messages appear above the tabs and cover neither them nor the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'de');
  await page.goto('/#/updateprofile');
  await page.getByRole('button', { name: 'Speichern' }).first().click();
  const toast = page.locator('.Toastify__toast').first();
  await expect(toast).toBeVisible();
  await expect
    .poll(async () => {
      const [over, tabs, bar] = await Promise.all(
        [toast, page.getByRole('navigation', { name: 'Hauptbereiche' }).last(), page.getByRole('banner')].map((one) =>
          one.boundingBox(),
        ),
      );
      return over!.y > bar!.y + bar!.height && over!.y > 422 && over!.y + over!.height <= tabs!.y;
    })
    .toBe(true);
  await page.goto('/#/event/999999');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dieses Ereignis gibt es nicht');
  await expect(page.locator('.Toastify').getByRole('alert').filter({ hasText: 'nicht' })).toHaveCount(0);
});
