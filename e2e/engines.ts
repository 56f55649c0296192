import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

// given to the page once and not before every check, which halves the time
const require = createRequire(import.meta.url);
const axeOf = createRequire(require.resolve('@axe-core/playwright'));
const sources = [axeOf.resolve('axe-core/axe.min.js'), require.resolve('accessibility-checker-engine/ace-window.js')];

declare const axe: { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[] }[] };

declare const ace_ibma: {
  Checker: new () => { check: (page: Document, rules: string[]) => Promise<{ results: Result[] }> };
};
type Result = { ruleId: string; value: [string, string]; path: { dom: string }; message: string };

/** Gives two engines that check for accessibility to every page that is opened from now on, where colours change at once. */
export async function bringEngines(page: Page): Promise<void> {
  for (const source of sources) await page.addInitScript(readFileSync(source, 'utf8'));
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
  });
}

/** What axe finds wrong with the page, or only with its colours. */
export const foundByAxe = (page: Page, { onlyColours = false } = {}): Promise<string[]> =>
  page.evaluate(async (colours) => {
    const rules = colours ? { runOnly: ['color-contrast'] } : {};
    const { violations } = await axe.run({ exclude: ['.Toastify'] }, { resultTypes: ['violations'], ...rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, onlyColours);

/** What IBM's engine finds wrong with the page by WCAG 2.2. */
export const foundByIbm = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { results } = await new ace_ibma.Checker().check(document, ['WCAG_2_2']);
    // by HTML an e-mail address may be the user's name; the engine does not know that
    const isAllowed = ({ ruleId, path }: Result) =>
      ruleId === 'input_autocomplete_valid' &&
      document.evaluate(`${path.dom}[@type="email"][@autocomplete="username"]`, document, null, 3).booleanValue;
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .filter((result) => !isAllowed(result))
      .map(({ ruleId, path, message }) => `${ruleId}: ${path.dom} (${message})`);
  });
