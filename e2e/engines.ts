import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const source = (file: string) => readFileSync(file, 'utf8');
const axeSource = source(require.resolve('axe-core/axe.min.js'));
const ibmSource = source(require.resolve('accessibility-checker-engine/ace-window.js'));

interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Color;
}
declare const axe: {
  run: (context: object, options: object) => Promise<{ violations: Violation[] }>;
  configure: (options: { noHtml: boolean }) => void;
  commons: { color: { Color: { prototype: Color } } };
};
type Violation = { id: string; nodes: { target: string[] }[] };

declare const ace_ibma: {
  Checker: new () => { check: (page: Document, rules: string[]) => Promise<{ results: Result[] }> };
};
type Result = { ruleId: string; value: [string, string]; path: { dom: string }; message: string };

/** Removes color transitions from every page opened afterwards. */
export async function keepStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
  });
}

/** Options of an axe run: rules, and the whole page or parts. Style sheets check locked orientation, a third longer. */
export interface AxeLook {
  onlyColours?: boolean;
  withStyles?: boolean;
  tags?: string[];
  within?: string[];
}

/** Returns the problems that axe finds on the page. */
export async function foundByAxe(page: Page, look: AxeLook = {}): Promise<string[]> {
  const { onlyColours, withStyles = false, tags = [], within } = look;
  // once per document, because reading an engine is slow
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(makeAxeFast);
  }
  const only = onlyColours ? ['color-contrast'] : tags;
  return page.evaluate(
    async ([runOnly, include, preload]) => {
      const rules = runOnly.length > 0 ? { runOnly } : {};
      const context = { ...(include ? { include } : {}), exclude: ['.Toastify', 'iframe'] };
      const { violations } = await axe.run(context, { resultTypes: ['violations'], preload, ...rules });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    [only, within, withStyles] as const,
  );
}

/** Parses each color once and leaves out the unused HTML of elements, which together take a fifth of the time. */
function makeAxeFast(): void {
  axe.configure({ noHtml: true });
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (this: Color, text) {
    const color = known.get(text);
    if (color) return Object.assign(this, color);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

// A hash of the sources of the built application.
const build = createHash('sha256').update(source('web/dist/.sources').split('\n')[0]!);

/** Returns whether the slow IBM engine checks this place: a third per build, all with `npm test -- --full`. */
export const isForIbm = (place: string): boolean =>
  Boolean(process.env['TEST_FULL']) || build.copy().update(place).digest().readUInt32LE() % 3 === 0;

/** Returns the WCAG 2.2 problems found by IBM's engine. */
export async function foundByIbm(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace_ibma' in window))) await page.evaluate(ibmSource);
  return page.evaluate(async () => {
    const { results } = await new ace_ibma.Checker().check(document, ['WCAG_2_2']);
    // in HTML an e-mail address may be the user name
    const isAllowed = ({ ruleId, path }: Result) =>
      ruleId === 'input_autocomplete_valid' &&
      document.evaluate(`${path.dom}[@type="email"][@autocomplete="username"]`, document, null, 3).booleanValue;
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .filter((result) => !isAllowed(result))
      .map(({ ruleId, path, message }) => `${ruleId}: ${path.dom} (${message})`);
  });
}
