import { readFile } from 'node:fs/promises';
import type { DisasterCards } from '#server/records/crisis-folder/folder-content.ts';

const pages = { de: 'docs/operate/disasters.de.md', en: 'docs/operate/disasters.md' } as const;

/** Reads a page's disaster cards as plain texts. */
export function readCards(page: string): DisasterCards {
  const [first = '', ...rest] = page.split(/^## /m);
  const [title = '', , ...parts] = first.replace(/^# /, '').split(/\n{2,}(?! {2})/); // without the sentence about the page itself
  const table = parts.filter((part) => part.startsWith('|'));
  return {
    title: title.trim(),
    places: table
      .join('\n')
      .split('\n')
      .slice(2)
      .map((line) => plain(line.split('|')[1]!)),
    intro: parts.flatMap((part) => (/^\||^\*\w+:\*/.test(part) ? [] : plain(part) || [])),
    cards: rest.map((card) => {
      const [, name = '', ...steps] = card.split(/^\d+\. /m);
      return { title: plain(name), steps: steps.map(readStep) };
    }),
  };
}

function readStep(step: string): DisasterCards['cards'][0]['steps'][0] {
  const [text = '', expected = ''] = step.split(/\*(?:Expected|Erwartet):\*/);
  return { text: plain(text), expected: plain(expected) };
}

const block = /^ *```\w*\n([\s\S]*?)\n *```$/gm;

/** Returns plain text with link targets. Commands are lines after a no-break space. */
function plain(markdown: string): string {
  const commands = [...markdown.matchAll(block)].map(([, lines = '']) =>
    lines.replace(/^ {3}/gm, '').replace(/^/gm, '\u00a0'),
  );
  const words = markdown
    .replace(block, '')
    .replace(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, '$1 (docs/operate/$2)')
    .replace(/\*\*|`/g, '')
    .replace(/\*([^*]+)\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return [...(words ? [words] : []), ...commands].join('\n');
}

/** Returns the source of the printed cards by path. */
export async function generatedCards(): Promise<Record<string, string>> {
  const entries = Object.entries(pages).map(async ([language, file]) => [
    language,
    readCards(await readFile(file, 'utf8')),
  ]);
  const cards = Object.fromEntries(await Promise.all(entries));
  const lines = [
    '// Generated from docs/operate/disasters.md and disasters.de.md by "npm run generate".',
    "import type { DisasterCards } from './folder-content.ts';",
    '',
    `export const disasterCards: Readonly<Record<'de' | 'en', DisasterCards>> = ${JSON.stringify(cards, null, 2)};`,
    '',
  ];
  return { 'server/records/crisis-folder/disaster-cards.gen.ts': lines.join('\n') };
}
