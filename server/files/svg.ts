import { parseSvg, type SvgElement } from './svg-parse.ts';
import { readRules, readStyle } from './svg-style.ts';

const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'use']);
const others = ['svg', 'g', 'defs', 'symbol', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'tspan'];
const elements = new Set([...shapes, ...others, 'title', 'desc']);

/** What a drawing may say about its elements; `style` is taken apart into these. */
const properties = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'opacity', 'color', 'display'],
  ...['visibility', 'clip-path', 'clip-rule', 'mask', 'stop-color', 'stop-opacity', 'font-family', 'font-size'],
  ...['font-weight', 'font-style', 'text-anchor', 'dominant-baseline', 'letter-spacing', 'paint-order'],
]);

const attributes = new Set([
  ...['id', 'x', 'y', 'dx', 'dy', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'd', 'points'],
  ...[
    'width',
    'height',
    'viewBox',
    'preserveAspectRatio',
    'version',
    'transform',
    'gradientTransform',
    'gradientUnits',
  ],
  ...['spreadMethod', 'offset', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'mask-type', 'pathLength', 'role'],
]);

/**
 * A drawing that only draws, or null when it cannot be made one: what is not on the lists of elements and attributes is
 * left out, references stay within the file and cannot multiply, styles become plain attributes.
 */
export function cleanSvg(text: string): string | null {
  const root = parseSvg(text.replace(/^\uFEFF/, ''));
  if (root?.name !== 'svg') return null;
  const rules = readRules(root);
  const targets = new Set(targetsIn(root));
  const state = { rules, targets, drawn: false, fits: rules !== null, uses: 0 };
  fitBox(root.attributes);
  const drawing = write(root, state, { repeated: false });
  return state.fits && state.drawn ? drawing : null;
}

/** A drawing that only says how large it is could not be shown smaller. */
function fitBox(root: Map<string, string>): void {
  const [width, height] = ['width', 'height'].map((key) => /^(\d+(?:\.\d+)?)(?:px)?$/.exec(root.get(key) ?? '')?.[1]);
  if (!root.has('viewBox') && width && height) root.set('viewBox', `0 0 ${width} ${height}`);
}

/** The ids that are drawn again by `use`. */
const targetsIn = (element: SvgElement): string[] => [
  ...(element.name === 'use' ? [linkOf(element)?.slice(1) ?? ''] : []),
  ...element.children.flatMap((child) => (typeof child === 'string' ? [] : targetsIn(child))),
];

const linkOf = ({ attributes: given }: SvgElement) => given.get('href') ?? given.get('xlink:href');

interface State {
  rules: ReadonlyMap<string, ReadonlyMap<string, string>> | null;
  targets: ReadonlySet<string>;
  drawn: boolean;
  fits: boolean;
  uses: number;
}

/** Whether a reference draws it, perhaps many times: it stands in a clip, a mask, a symbol or what `use` refers to. */
interface Place {
  repeated: boolean;
}

function write(element: SvgElement, state: State, around: Place): string {
  if (!elements.has(element.name)) return '';
  const kept = keptAttributes(element, state);
  const isTemplate = ['clipPath', 'mask', 'symbol'].includes(element.name);
  const place = { repeated: around.repeated || isTemplate || state.targets.has(kept.get('id') ?? '') };
  // references within what is itself referred to could multiply without end
  const refers = element.name === 'use' || kept.has('clip-path') || kept.has('mask');
  if ((refers && place.repeated) || (element.name === 'use' && ++state.uses > 50)) state.fits = false;
  state.drawn ||= shapes.has(element.name);
  if (element.name === 'svg') kept.set('xmlns', 'http://www.w3.org/2000/svg');
  const text = [...kept].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  const inner = element.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : write(child, state, place),
  );
  return `<${element.name}${text}>${inner.join('')}</${element.name}>`;
}

function keptAttributes(element: SvgElement, { rules }: State): Map<string, string> {
  const { name, attributes: given } = element;
  const kept = new Map<string, string>();
  const keep = (key: string, value: string) => {
    if ((attributes.has(key) || properties.has(key)) && isHarmless(value)) kept.set(key, value);
  };
  const classes = given.get('class')?.split(/\s+/) ?? [];
  const styles = [...classes.map((name) => rules?.get(name)), readStyle(given.get('style') ?? '')];
  for (const source of [given, ...styles]) for (const [key, value] of source ?? []) keep(key, value);
  const link = linkOf(element);
  if (link && ['use', 'linearGradient', 'radialGradient'].includes(name) && /^#[\w.-]+$/.test(link))
    kept.set('href', link);
  return kept;
}

/** No reference leaves the file, and nothing escapes from a value. */
const isHarmless = (value: string): boolean =>
  !/[\\@{}]|javascript:|data:|expression/i.test(value) &&
  !/url\s*\(|image\s*\(|src\s*\(/i.test(value.replace(/^\s*url\(\s*(['"]?)#[\w.-]+\1\s*\)/, '')) &&
  !/\/\//.test(value);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);
