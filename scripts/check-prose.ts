// Documents, descriptions, comments and names stay plain: each kind of text has a bound that only decreases.
import { globSync, readFileSync } from 'node:fs';
import { commentsOf, countProse, descriptionsOf, localeTexts, paragraphsOf, rateOf, testNamesOf } from './prose.ts';
import { finish, type SourceFile, sourceFiles } from './source-files.ts';

interface Corpus {
  name: string;
  /** Phrases per 10,000 words. Lower it after rewrites; the aim is 30, for comments and test names 40. */
  most: number;
  texts: SourceFile[];
}

const read = (glob: string, part: (text: string) => string, isIn = (_path: string) => true): SourceFile[] =>
  globSync(glob)
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isIn)
    .sort()
    .map((path) => ({ path, text: part(readFileSync(path, 'utf8')) }));

const sources = sourceFiles(
  'server',
  'testing',
  'shared',
  'web',
  'demo',
  'scripts',
  'e2e',
  'bench',
  'faults',
  'interop',
);
const isTest = ({ path }: SourceFile) => /\.(?:test|spec)\.tsx?$/.test(path);

const corpora: Corpus[] = [
  {
    name: 'README, ARCHITECTURE, CHANGELOG, CONTRIBUTING, SECURITY',
    most: 30,
    texts: read('{README,ARCHITECTURE,CHANGELOG,CONTRIBUTING,SECURITY}.md', paragraphsOf),
  },
  { name: 'manuals', most: 30, texts: read('docs/**/*.md', paragraphsOf, (path) => !path.includes('/decisions/')) },
  { name: 'decisions', most: 30, texts: read('docs/decisions/*.md', paragraphsOf) },
  { name: 'English user interface', most: 30, texts: read('web/public/locales/en/*.json', localeTexts) },
  { name: 'descriptions of the API', most: 30, texts: read('schema.graphql', descriptionsOf) },
  {
    name: 'comments',
    most: 40,
    texts: sources.filter((file) => !isTest(file)).map((file) => ({ ...file, text: commentsOf(file) })),
  },
  {
    name: 'names of tests',
    most: 40,
    texts: sources.filter(isTest).map((file) => ({ ...file, text: testNamesOf(file) })),
  },
];

const findings = corpora.flatMap(({ name, most, texts }) => {
  const rate = rateOf(texts.map(({ text }) => text));
  if (rate <= most) return [];
  const worst = texts
    .map(({ path, text }) => ({ path, ...countProse(text) }))
    .sort((a, b) => b.found - a.found)
    .slice(0, 5)
    .map(({ path, found }) => `  ${path}: ${found}`);
  return [
    `${name}: ${rate.toFixed(1)} phrases of scripts/prose.ts in 10,000 words, more than ${most}. Most are in`,
    ...worst,
  ];
});
finish(
  findings,
  'Repair: write what you added plainly (CONTRIBUTING.md): name the thing instead of describing it with "what" or "who".',
);
