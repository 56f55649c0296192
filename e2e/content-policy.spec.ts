import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

// the demo hospital, as in axe.spec.ts: a page of each kind, above all those with libraries of others
const pages = [
  '/',
  '/events',
  '/event/5',
  '/event/5/after-action',
  '/event/5/report/12',
  '/event/5/report/14',
  '/exercise-mailbox?person=2&device=mail',
  '/groups',
  '/person/1',
  '/mailinglist/1',
  '/updateprofile',
  '/administration/users',
  '/administration/channels',
  '/administration/locations?id=new',
  '/administration/snippets?id=1',
  '/administration/systemmails?id=3',
  '/administration/systemsetup',
  '/administration/auditlog',
];

/** Records violations of the policy in all documents. */
async function noteViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('noteViolation', (what: string) => void found.push(what));
  await page.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
        const note = (globalThis as unknown as { noteViolation?: (what: string) => void }).noteViolation;
        note?.(`${location.hash} ${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`);
      },
    );
  });
  // frames without script only report to the console
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) found.push(message.text());
  });
  return found;
}

test('no page needs anything the content policy forbids, and library styles apply', async ({ page }) => {
  test.setTimeout(300_000);
  const found = await noteViolations(page);
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{20,}'/);
  expect(policy).not.toContain('unsafe-');
  await signIn(page, 'de');
  for (const path of pages) {
    await page.goto(`/#${path}`);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  }
  expect(found).toEqual([]);
  // Mantine's variables stand in such an element
  const blue = () => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-blue-8');
  expect(await page.evaluate(blue)).not.toBe('');

  await page.goto('/#/exercise-mailbox?person=2&device=mail');
  await page.getByRole('button', { name: /./ }).first().waitFor();
  await page.goto('/#/administration/systemmails?id=3');
  const frame = page.locator('iframe').contentFrame();
  await expect(frame.locator('body > div').first()).toHaveCSS('max-width', '600px');
  // a dialog locks the page by a style
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('Escape');
  expect(found).toEqual([]);
});

test('pages before the sign-in and without script comply with their policies', async ({ page }) => {
  const found = await noteViolations(page);
  for (const path of ['/#/login', '/#/register', '/#/event/1/monitor/0123456789012345678901']) {
    await page.goto('about:blank'); // else only the fragment would be another one
    await page.goto(path);
    await expect(page.locator('#root > :not(style)').first()).toBeVisible();
  }
  for (const path of ['/a/0123456789012345678901', '/p/0123456789012345678901', '/u/1.0123456789012345678901']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
  }
  expect(found).toEqual([]);
});
