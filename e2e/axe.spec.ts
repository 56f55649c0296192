import { expect, type Page, test } from '@playwright/test';
import { expectNothing } from './accessible.ts';
import { pages } from './demo-pages.ts';
import { foundByAxe, foundByIbm, isForIbm, keepStill } from './engines.ts';
import { inFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { changeScheme, expectFits } from './usable.ts';

const signedOutPages = ['/login', '/register', '/forgot-password', '/reset-password/x', '/verify-user/x'];
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const looks = [
  { size: sizes[0], colorScheme: 'light' },
  { size: sizes[1], colorScheme: 'dark' },
] as const;
type Look = (typeof looks)[number];
const halves = [0, 1].map((half) => pages.filter((_page, at) => at % 2 === half));

test.describe.configure({ mode: 'parallel' });

for (const [at, look] of looks.entries()) {
  test(`every page is accessible (${look.size.width}, ${look.colorScheme})`, async ({ page }) => {
    test.setTimeout(600_000); // on a busy machine an engine takes five times as long
    await keepStill(page);
    await signIn(page, 'de');
    for (const path of inFull(halves[at]!, halves[1 - at]!)) await expectUsableByAll(page, path, look);
  });
}

test('every page before the sign-in is accessible', async ({ page }) => {
  await keepStill(page);
  for (const [at, path] of signedOutPages.entries())
    for (const look of inFull([looks[at % 2]!], [looks[1 - (at % 2)]!])) await expectUsableByAll(page, path, look);
});

test('every page before the sign-in fits its width in English too', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  for (const path of signedOutPages) {
    await page.goto(`/#${path}`);
    await expectFitsEachWidth(page, path);
  }
});

// only in production, because elsewhere every bar is grey
const sections = {
  '/': 'rgb(112, 144, 0)',
  '/events': 'rgb(179, 18, 24)',
  '/groups': 'rgb(30, 141, 203)',
  '/mailinglists': 'rgb(242, 174, 0)',
  '/administration': 'rgb(44, 53, 62)',
};

test('each section has its colour in both schemes, and its text is readable', async ({ page }) => {
  const { ask } = await askAs(page.request);
  const setType = (to: string) =>
    ask('mutation ($to: String) { updateSystemSetting(valueKey: "server_type", valueStr: $to) { id } }', { to });
  await keepStill(page);
  await setType('production');
  try {
    await signIn(page, 'de');
    for (const [path, colour] of Object.entries(sections)) {
      await page.goto(`/#${path}`);
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await changeScheme(page, colorScheme);
          await expect(page.getByRole('banner')).toHaveCSS('background-color', colour);
          const tab = page.locator('nav [data-section][aria-current=page]');
          if (size.width === 390 && path !== '/administration') await expect(tab).toHaveCSS('border-top-color', colour);
          const colours = { onlyColours: true, within: ['header', 'nav'] };
          await expectNothing(() => foundByAxe(page, colours));
        }
      }
    }
  } finally {
    await setType('test');
  }
});

async function expectUsableByAll(page: Page, path: string, { size, colorScheme }: Look): Promise<void> {
  await page.goto(`/#${path}`);
  await changeScheme(page, colorScheme);
  await expectFitsEachWidth(page, path, size);
  const where = `${path} ${size.width} ${colorScheme}`;
  await expectNothing(() => foundByAxe(page, { withStyles: true }), where);
  if (isForIbm(where)) await expectNothing(() => foundByIbm(page), where);
}

/** Leaves the page at the last size. */
async function expectFitsEachWidth(page: Page, path: string, last: Look['size'] = sizes[1]): Promise<void> {
  for (const size of [...sizes.filter((one) => one !== last), last]) {
    await page.setViewportSize(size);
    await expectFits(page, `${path} ${size.width}`);
  }
}
