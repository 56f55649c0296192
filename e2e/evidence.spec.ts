import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { signIn } from './sign-in.ts';

const words = {
  de: { title: 'Nachweise', findings: 'Offene Punkte', save: 'Herunterladen', pdf: 'Als PDF', csv: 'Als CSV' },
  en: { title: 'Evidence', findings: 'Open findings', save: 'Download', pdf: 'As PDF', csv: 'As CSV' },
} as const;

for (const [language, width] of languagesAndWidths('de', 390)) {
  test(`an auditor saves the evidence of an alarm plan, which another program verifies (${language}, ${width})`, async ({
    page,
  }, testInfo) => {
    const text = words[language];
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    await page.goto('/#/administration/evidence');
    await expect(page.getByRole('heading', { name: text.findings })).toBeVisible();
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const save = async (format: string) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: text.save }).click();
      await page.getByRole('menuitem', { name: format }).click();
      return (await saved).path();
    };
    expect((await readFile(await save(text.pdf), 'latin1')).slice(0, 4)).toBe('%PDF');
    const key = testInfo.outputPath('key.pem');
    await writeFile(key, await (await page.request.get('/api/log-key.pem')).text());
    const { stdout } = await promisify(execFile)(process.execPath, [
      'docs/verify-evidence.mjs',
      await save(text.csv),
      key,
    ]);
    expect(stdout.trim()).toBe('whole');
  });
}
