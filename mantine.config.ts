import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Components styled by `mantine-late.css`. */
const late = [
  'Accordion',
  'Autocomplete',
  'Code',
  'ColorInput',
  'ColorSwatch',
  'Drawer',
  'Fieldset',
  'FileInput',
  'List',
  'Menu',
  'Modal',
  'MultiSelect',
  'NumberInput',
  'Paper',
  'PasswordInput',
  'Pill',
  'Popover',
  'Radio',
  'SegmentedControl',
  'Select',
  'SimpleGrid',
  'Table',
  'Tabs',
  'TagsInput',
  'Tooltip',
];
const imported = /import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g;

/** Loads late components' styles with their files. */
export const lateStyles = (): Plugin => ({
  name: 'late-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]web[\\/].*\.tsx?$/.test(id)) return null;
    const names = [...code.matchAll(imported)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
    const isLate = names.some((name) => late.includes(name)) || /from\s*['"]@mantine\/dates['"]/.test(code);
    return isLate ? { code: `import '#web/ui/theme/mantine-late.css';\n${code}`, map: null } : null;
  },
});

// the theme has its own palettes (web/ui/theme/palettes.ts)
const otherColours = /^--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange)-/;

/** Drops the variables of Mantine's colours that nothing uses. */
export const withoutOtherColours = {
  postcssPlugin: 'without-other-colours',
  Declaration(declaration: { prop: string; remove: () => void }): void {
    if (otherColours.test(declaration.prop)) declaration.remove();
  },
};

/** Refuses a build with unstyled components. */
export async function requireStyles(out: string): Promise<void> {
  const library = path.resolve('node_modules/@mantine/core/styles');
  const classes = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,}/g));
  const read = async (folder: string, ending: string) => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
    return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })));
  };
  const [code, styles] = [await read(path.join(out, 'assets'), '.js'), await read(path.join(out, 'assets'), '.css')];
  const there = classes(styles.map(({ text }) => text).join());
  const missing = [...classes(code.map(({ text }) => text).join())].filter((name) => !there.has(name));
  const lacks = (await read(library, '.css')).filter(({ name, text }) => {
    const own = classes(text);
    return !name.endsWith('.layer.css') && missing.some((one) => own.has(one));
  });
  if (lacks.length)
    throw new Error(`web/ui/theme/mantine.css and mantine-late.css lack ${lacks.map(({ name }) => name).join(', ')}`);
}
