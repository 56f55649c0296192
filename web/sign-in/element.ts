type Attributes = Record<string, string | boolean | undefined>;

/** An element with its attributes and content; an attribute that is false or undefined is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...content);
  return made;
}

/** A drawing of one path, decoration beside a text that says the same. */
export function drawing(markup: string, { size, box }: { size: number; box: number }): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ width: size, height: size, viewBox: `0 0 ${box} ${box}` }))
    svg.setAttribute(name, String(value));
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = markup;
  return svg;
}
