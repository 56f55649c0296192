import { expect, type Page, test } from '@playwright/test';
import { demoPages } from './demo-pages.ts';
import { bringEngines, foundByIbm } from './engines.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { expectUsable } from './usable.ts';

const pages = [
  ...demoPages,
  '/exercise-mailbox?person=2&device=mail',
  '/group/9',
  '/updateprofile',
  '/changepassword',
  '/changelanguage',
  '/offline',
  '/administration/users',
  '/administration/channels',
  '/administration/eventtypes',
  '/administration/systemmails',
  '/administration/systemmails?id=3',
  '/administration/csvupload',
  '/administration/locations?id=new',
  '/administration/reporttypes?id=1',
  '/administration/reporteventsnippets?id=1',
  '/administration/users?id=1',
  '/administration/systemsetup',
  '/administration/systemsetup?tab=apiKeys',
  '/administration/systemsetup?tab=webhooks',
  '/administration/auditlog',
  '/administration/securitylog',
];
const signedOutPages = ['/login', '/register', '/forgot-password', '/reset-password/x', '/verify-user/x'];
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

test.describe.configure({ mode: 'parallel' });

for (const language of ['de', 'en'] as const) {
  test(`every page can be used by everyone (${language})`, async ({ page }) => {
    test.setTimeout(600_000);
    await bringEngines(page);
    await signIn(page, language);
    await expectAllUsable(page, pages, language);
  });

  test(`every page before the sign-in can be used by everyone (${language})`, async ({ page }) => {
    await bringEngines(page);
    await page.addInitScript((lng) => localStorage.setItem('i18nextLng', lng), language);
    await expectAllUsable(page, signedOutPages, language);
  });
}

// the tests' server is no production, where every bar is grey
const sections = {
  '/': 'rgb(112, 144, 0)',
  '/events': 'rgb(179, 18, 24)',
  '/groups': 'rgb(30, 141, 203)',
  '/mailinglists': 'rgb(242, 174, 0)',
  '/administration': 'rgb(44, 53, 62)',
};

test('each section has its colour, by day and by night, and what stands on it can be read', async ({ page }) => {
  const { ask } = await askAs(page.request);
  const setType = (to: string) =>
    ask('mutation ($to: String) { updateSystemSetting(valueKey: "server_type", valueStr: $to) { id } }', { to });
  await bringEngines(page);
  await setType('production');
  try {
    await signIn(page, 'de');
    for (const [path, colour] of Object.entries(sections)) {
      await page.goto(`/#${path}`);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect(() => expectUsable(page, `${path} ${size.width}`)).toPass({ timeout: 30_000 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(page.getByRole('banner')).toHaveCSS('background-color', colour);
          const tab = page.locator('nav [data-section][aria-current=page]');
          if (size.width === 390 && path !== '/administration') await expect(tab).toHaveCSS('background-color', colour);
        }
      }
    }
  } finally {
    await setType('test');
  }
});

// it takes its time: each width in one of the languages, by night as axe left the page
const ibmLooksAt = { de: 390, en: 1280 };

async function expectAllUsable(page: Page, paths: string[], language: 'de' | 'en'): Promise<void> {
  for (const path of paths) {
    await page.goto(`/#${path}`);
    for (const size of sizes) {
      await page.setViewportSize(size);
      // a page that is just loading, or still the one before, is looked at again
      const where = `${path} ${language} ${size.width}`;
      await expect(async () => {
        await expectUsable(page, where);
        if (size.width === ibmLooksAt[language]) expect(await foundByIbm(page), where).toEqual([]);
      }).toPass({ timeout: 30_000 });
    }
  }
}
