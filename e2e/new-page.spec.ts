// Follows the recipe "A page" of CONTRIBUTING.md: the copy of the web application has a page more, and is built and shown.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

const copy = mkdtempSync(path.join(tmpdir(), 'meldekette-page-'));
test.afterAll(() => rmSync(copy, { recursive: true, force: true }));

const component = `import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/Page.tsx';

/** Who is on duty. */
export function DutyPage() {
  const { t } = useTranslation('duty');
  return <Page title={t('title')}>{t('nobody')}</Page>;
}
`;
const texts = {
  de: { nobody: 'Niemand hat Dienst.', title: 'Dienstplan' },
  en: { nobody: 'Nobody is on duty.', title: 'Duty roster' },
};

/** The recipe, step by step. */
function follow(): void {
  write('web/duty/DutyPage.tsx', component);
  change(
    'web/routes.tsx',
    "  page('/events',",
    "  page('/duty', async () => (await import('#web/duty/DutyPage.tsx')).DutyPage),\n",
  );
  for (const language of ['de', 'en'] as const)
    write(`web/public/locales/${language}/duty.json`, JSON.stringify(texts[language], null, 2));
  change('web/lib/i18n.ts', "  'uploads',\n", "  'duty',\n");
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}

function change(file: string, before: string, added: string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  expect(text.split(before)).toHaveLength(2);
  writeFileSync(path.join(copy, file), text.replace(before, added + before));
}

test('a page made by the recipe exists in both languages', async ({ page }) => {
  for (const part of ['web', 'shared', 'package.json', 'vite.config.ts', 'mantine.config.ts', 'router.config.ts'])
    cpSync(part, path.join(copy, part), { recursive: true, filter: (file) => !file.startsWith('web/dist') });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction');
  follow();
  const vite = [path.resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, vite, { cwd: copy, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(copy, 'web/dist', pathname === '/' ? 'index.html' : pathname);
    if (pathname.startsWith('/api/') || !existsSync(file)) return route.continue();
    await route.fulfill({ path: file });
  });
  for (const language of ['de', 'en'] as const) {
    await signIn(page, language, '/duty');
    await expect(page.getByRole('heading', { level: 1, name: texts[language].title })).toBeVisible();
    await expect(page.getByText(texts[language].nobody)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(texts[language].title));
    await page.evaluate(() => localStorage.removeItem('token'));
  }
});
