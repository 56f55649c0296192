import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { type DrawingName, draw, drawings } from '#shared/drawings.ts';
import { cleanImage } from './image.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const blue = '<rect width="12" height="24" fill="#0000ff"/>';

let folder: string;
let secret: string;
let address: string;
let calls = 0;
const listener = createServer((_request, response) => response.end(String(++calls)));
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svg-'));
  secret = path.join(folder, 'red.png');
  const red = sharp({ create: { width: 24, height: 24, channels: 3, background: '#ff0000' } });
  await writeFile(secret, await red.png().toBuffer());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
after(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

/** The share of each colour, from 0 to 1; `clear` is the empty part. */
async function partsOf(content: Buffer) {
  const { data, info } = await sharp(content).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const parts = { red: 0, blue: 0, clear: 0 };
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 10) parts.clear++;
    else if (data[at]! > 200 && data[at + 2]! < 50) parts.red++;
    else if (data[at + 2]! > 200 && data[at]! < 50) parts.blue++;
  }
  const all = info.width * info.height;
  return { red: parts.red / all, blue: parts.blue / all, clear: parts.clear / all };
}

const about = (value: number, expected: number) => Math.abs(value - expected) < 0.02;

test('renders a drawing sharply, large enough for a letterhead, with a transparent background', async () => {
  const cases: [string, number, number][] = [
    [svg(blue), 512, 512],
    [svg(blue, 'width="24" height="24"'), 512, 512],
    [svg(blue, 'width="240" height="24" viewBox="0 0 240 24"'), 1024, 102],
    [`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- Übung -->\n${svg(blue)}`, 512, 512],
  ];
  for (const [text, width, height] of cases) {
    const { content, mimeType } = await cleanImage(Buffer.from(text));
    const metadata = await sharp(content).metadata();
    assert.deepEqual([mimeType, metadata.format], ['image/png', 'png']);
    assert.deepEqual([metadata.width, metadata.height], [width, height], text.slice(0, 90));
  }
  const parts = await partsOf((await cleanImage(Buffer.from(svg(blue)))).content);
  assert.ok(about(parts.blue, 0.5) && about(parts.clear, 0.5), JSON.stringify(parts));
});

test('renders styles, gradients, clips and reused elements; white stays white on transparency', async () => {
  const styled = svg(
    '<style>.a{fill:#00f}</style><g id="g"><path class="a" d="M0 0h12v24H0z"/></g><use href="#g" x="12"/>',
  );
  assert.ok(about((await partsOf((await cleanImage(Buffer.from(styled))).content)).blue, 1));
  const white = svg('<circle cx="12" cy="12" r="6" fill="#fff"/>');
  const { data } = await sharp((await cleanImage(Buffer.from(white))).content)
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([...data.subarray(0, 4)].at(-1), 0);
  const centre = (256 * 512 + 256) * 4;
  assert.deepEqual([...data.subarray(centre, centre + 4)], [255, 255, 255, 255]);
});

test('accepts the drawings of the product itself', async () => {
  for (const drawing of ['home', 'alarm', 'signature'] satisfies DrawingName[]) {
    assert.ok(drawings[drawing]);
    const { content } = await cleanImage(Buffer.from(draw(drawing, '#0000ff')));
    assert.ok((await partsOf(content)).blue > 0.01, drawing);
  }
});

test('renders, reads and fetches nothing from outside the file', async () => {
  const elsewhere: Record<string, string> = {
    'a picture in a file': `<image href="file://${secret}" width="24" height="24"/>`,
    'a picture at a path': `<image xlink:href="${secret}" width="24" height="24"/>`,
    'a picture beside it': '<image href="red.png" width="24" height="24"/>',
    'a picture at an address': `<image href="${address}/pixel.png" width="24" height="24"/>`,
    'a style sheet': `<style>@import url(${address}/x.css); @import url(file://${secret});</style>`,
    'a font': `<style>@font-face{font-family:x;src:url(${address}/x.woff)} text{font-family:x}</style><text>x</text>`,
    'a drawing used again': `<use href="${address}/x.svg#a"/><use href="file://${secret}#a"/>`,
    'a picture in a filter': `<filter id="f"><feImage href="file://${secret}"/></filter><rect x="12" width="12" height="24" filter="url(#f)" fill="none"/>`,
    'a fill': `<rect x="12" width="12" height="24" fill="url(${address}/x.svg#a)"/>`,
    'an included text': `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${secret}" parse="text"/>`,
    'a page': `<foreignObject width="24" height="24"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`,
  };
  // all of them in one drawing, which is as good as one drawing each and takes one process
  const { content } = await cleanImage(Buffer.from(svg(blue + Object.values(elsewhere).join(''))));
  const { red, blue: own } = await partsOf(content);
  assert.equal(red, 0);
  assert.ok(about(own, 0.5), String(own));
  const types = [
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${address}/svg11.dtd">${svg(blue)}`,
    `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${address}/x.dtd"> %x;]>${svg(blue)}`,
    `<?xml-stylesheet href="${address}/x.css"?>${svg(blue)}`,
  ];
  for (const text of types) await cleanImage(Buffer.from(text)).catch(refusedAsSvg);
  assert.equal(calls, 0, 'nobody was asked');
});

const refusedAsSvg = (error: Error) => assert.equal(error.message, 'error_file_svg');

test('renders scripts, handlers, links and foreign content as pixels', async () => {
  const bad = [
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)"><rect width="1"/></a>',
    '<rect onclick="alert(1)" onload="alert(1)" width="1"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"></body></foreignObject>',
    '<desc>alert(1)</desc><metadata>alert(1)</metadata><title>alert(1)</title>',
  ];
  const { content } = await cleanImage(Buffer.from(svg(blue + bad.join(''))));
  assert.doesNotMatch(content.toString('latin1'), /alert|script|svg/i);
});

const uses = Array.from({ length: 9 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(9)}</g>`);
const usesOfUses = svg(`<path id="u0" d="M1 1h5"/>${uses.join('')}<use href="#u9"/>`);

const patterns = Array.from({ length: 9 }, (_, n) => {
  const inner = `<rect width="24" height="24" fill="url(#p${n})"/>`.repeat(9);
  return `<pattern id="p${n + 1}" width="24" height="24" patternUnits="userSpaceOnUse">${inner}</pattern>`;
});
const patternsOfPatterns = svg(
  `<pattern id="p0" width="1" height="1"><rect width="1" height="1"/></pattern>${patterns.join('')}<rect width="24" height="24" fill="url(#p9)"/>`,
);

test('a slow drawing ends itself when no process is left to end it', async () => {
  const program = path.join(import.meta.dirname, 'drawing-process.ts');
  for (const drawing of [usesOfUses, patternsOfPatterns]) {
    const child = spawn(process.execPath, [program, '500'], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(drawing);
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  }
});

test('quickly refuses drawings that cannot be rendered or cost too much', async () => {
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
  const bad: Record<string, string | Buffer> = {
    'an entity that is a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${svg('<text y="20">&x;</text>')}`,
    'a billion laughs': `<!DOCTYPE svg [<!ENTITY a0 "lol">${laughs}]>${svg('<text y="20">&a9;</text>')}`,
    // each takes the whole limit of processor time
    ...(process.env['TEST_FULL'] ? { 'uses of uses': usesOfUses, 'patterns of patterns': patternsOfPatterns } : {}),
    'a huge drawing': svg(blue, 'width="10000000" height="10000000"'),
    'a drawing thinner than a pixel': svg(blue, 'width="200000" height="1"'),
    'a deep drawing': svg(`${'<g>'.repeat(20_000)}${blue}${'</g>'.repeat(20_000)}`),
    'more than 200 KB': svg(`<!-- ${'x'.repeat(200_000)} -->${blue}`),
    'another encoding': Buffer.from(svg(`${blue}<text>ä</text>`), 'latin1'),
    'half a drawing': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1">',
    'an unknown entity': svg(`<text>&x;</text>${blue}`),
    'an attribute twice': svg('<path d="M1 1h5" d="M2 2"/>'),
    'two drawings': svg(blue) + svg(blue),
    'a page': `<html><svg>${blue}</svg></html>`,
    'a script behind it': `${svg(blue)}<script>alert(1)</script>`,
    'no character': svg(`${blue}<text>\u0000</text>`),
    nothing: svg(''),
    'only a script': svg('<script>alert(1)</script>'),
  };
  const refused = async ([what, text]: [string, string | Buffer]) => {
    await assert.rejects(cleanImage(Buffer.from(text as string)), { message: 'error_file_svg' }, what);
  };
  await Promise.all(Object.entries(bad).map(refused));
});
