import type { SvgElement } from './svg-parse.ts';

/** The declarations of a style as attributes; what is not read as one is left out. */
export function readStyle(style: string): Map<string, string> {
  const read = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const [, key, value] = /^\s*([a-z-]+)\s*:\s*(.+?)\s*$/i.exec(declaration) ?? [];
    if (key && value) read.set(key.toLowerCase(), value.replace(/\s*!important$/i, ''));
  }
  return read;
}

/**
 * The rules of the drawing's style sheets by class name; null when a sheet holds anything but rules for classes, because
 * leaving that out would change the drawing.
 */
export function readRules(root: SvgElement): Map<string, Map<string, string>> | null {
  const rules = new Map<string, Map<string, string>>();
  for (const sheet of sheetsOf(root)) {
    const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
    const rest = text.replace(/((?:\.[\w-]+\s*,?\s*)+)\{([^{}]*)\}/g, (_whole, selectors: string, style: string) => {
      for (const [, name = ''] of selectors.matchAll(/\.([\w-]+)/g)) {
        rules.set(name, new Map([...(rules.get(name) ?? []), ...readStyle(style)]));
      }
      return '';
    });
    if (rest.trim()) return null;
  }
  return rules;
}

function sheetsOf({ name, children }: SvgElement): string[] {
  if (name === 'style') return [children.filter((child) => typeof child === 'string').join('')];
  return children.flatMap((child) => (typeof child === 'string' ? [] : sheetsOf(child)));
}
