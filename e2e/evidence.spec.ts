import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
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
    await signIn(page, language, '/administration/evidence');
    await expect(page.getByRole('heading', { name: text.findings })).toBeVisible();
    await expectAccessible(page);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wide).toBeLessThanOrEqual(0);
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

test('an alarm plan names its responsible person and a deputy; once both have left, the start page and the evidence say so', async ({
  page,
}) => {
  const ask = await askAsOwner(page.request);
  const plan = 'Brand im Archiv';
  const { createEventType: type } = await ask(
    'mutation ($n: String!) { createEventType(input: { name: $n }) { _id } }',
    { n: plan },
  );
  const people: string[] = [];
  for (const lastName of ['Planpflege', 'Planvertretung']) {
    const input = { firstName: 'Resi', lastName };
    const made = await ask('mutation ($i: CreatePersonInput!) { createPerson(input: $i) { id } }', { i: input });
    people.push(made.createPerson.id);
  }
  await signIn(page, 'de', '/administration/eventtypes');
  await page.getByRole('button', { name: plan, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: plan });
  for (const [field, name] of [
    ['Verantwortlich', 'Resi Planpflege'],
    ['Vertretung', 'Resi Planvertretung'],
  ] as const) {
    await drawer.getByRole('combobox', { name: field }).fill(name);
    await page.getByRole('option', { name }).click();
  }
  await drawer.getByRole('button', { name: 'Speichern' }).click();
  await page.goto(`/#/administration/evidence?type=${type._id}`);
  await expect(page.getByText('Verantwortlich: Resi Planpflege. Vertretung: Resi Planvertretung.')).toBeVisible();
  await expect(page.getByText('Der Plan ist ohne Verantwortliche.')).toHaveCount(0);
  for (const id of people) await ask('mutation ($id: ID!) { deletePerson(id: $id) { __typename } }', { id });
  await page.goto('/#/');
  await page.reload();
  const line = page.getByRole('listitem').filter({ hasText: 'Jeder Alarmplan hat Verantwortliche' });
  await expect(line).toContainText(`Ein Alarmplan ist ohne Verantwortliche: ${plan}.`);
  await line.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ereignistypen' })).toBeVisible();
  await page.goto(`/#/administration/evidence?type=${type._id}`);
  await expect(page.getByText('Der Plan ist ohne Verantwortliche.')).toBeVisible();
  await expect(page.getByText('Verantwortlich: Resi Planpflege (ausgeschieden).')).toBeVisible();
  await expectAccessible(page);
});
