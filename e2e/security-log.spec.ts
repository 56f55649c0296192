import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { inFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    title: 'Sicherheitsprotokoll',
    failed: 'Anmeldung gescheitert',
    signedIn: 'Anmeldung',
    kind: 'Art',
    network: 'Netz',
    none: 'Keine passenden Einträge',
    clear: 'Filter aufheben',
    save: ['Herunterladen', 'Als CSV'],
    file: 'sicherheitsprotokoll.csv',
  },
  en: {
    title: 'Security log',
    failed: 'Sign-in failed',
    signedIn: 'Sign-in',
    kind: 'Kind',
    network: 'Network',
    none: 'No matching entries',
    clear: 'Clear filters',
    save: ['Download', 'As CSV'],
    file: 'security-log.csv',
  },
} as const;

for (const [language, width] of inFull([['en', 390]] as const, [['de', 1280]] as const)) {
  test(`the security log lists sign-ins and failures, filters and exports (${language}, ${width})`, async ({
    page,
  }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    const wrong = { email: `niemand.${Date.now()}@example.org`, password: 'falsch geraten, leider' };
    expect((await page.request.post('/api/auth', { data: wrong })).status()).toBe(401);
    await signIn(page, language);
    // similar entries are counted together for a second
    const kept = '{ securityEntries(kind: "sign_in_failed") { totalCount } }';
    const { ask } = await askAs(page.request);
    await expect.poll(async () => (await ask(kept)).data.securityEntries.totalCount).toBeGreaterThan(0);
    await page.goto('/#/administration');
    await page.getByRole('link', { name: text.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
    const entries = page.locator('main ol > li');
    const failed = entries.filter({ hasText: text.failed });
    await expect(failed.first()).toBeVisible();
    await expect(page.locator('main')).not.toContainText(wrong.email);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);

    await page.getByLabel(text.kind, { exact: true }).selectOption({ label: text.failed });
    await expect(page).toHaveURL(/kind=sign_in_failed/);
    await expect(entries.filter({ hasNotText: text.failed })).toHaveCount(0);
    await expect(failed.first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text.save[0] }).click();
    await page.getByRole('menuitem', { name: text.save[1] }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(text.file);
    const csv = Buffer.concat(await (await file.createReadStream()).toArray()).toString('utf8');
    const lines = csv.trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes('sign_in_failed') || line.includes(text.failed))).toBe(true);
    expect(csv).not.toContain(wrong.email);

    await page.getByLabel(text.network).fill('203.0.113.9');
    await expect(page.getByText(text.none)).toBeVisible();
    await page.getByRole('button', { name: text.clear }).click();
    await expect(page).not.toHaveURL(/kind=/);
    await expect(entries.filter({ hasText: text.signedIn }).first()).toBeVisible();
  });
}
