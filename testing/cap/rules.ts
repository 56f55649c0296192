import assert from 'node:assert/strict';
import { readArea } from '#shared/area.ts';
import { childText, type Element, elements, readXml } from '#testing/xml.ts';

type Rule = readonly [name: string, least: number, most: number, values?: string | RegExp];

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const many = Number.POSITIVE_INFINITY;

// The rules of the standard for each element (OASIS CAP 1.2, section 3.2): order, number and content.
const alert: readonly Rule[] = [
  ['identifier', 1, 1, /^[^\s,<&]+$/],
  ['sender', 1, 1, /^[^\s,<&]+$/],
  ['sent', 1, 1, time],
  ['status', 1, 1, 'Actual'],
  ['msgType', 1, 1, 'Alert Update Cancel'],
  ['scope', 1, 1, 'Public'],
  ['references', 0, 1, /^[^\s,]+,[^\s,]+,[^\s,]+( [^\s,]+,[^\s,]+,[^\s,]+)*$/],
  ['incidents', 0, 1],
  ['info', 1, many],
];
const info: readonly Rule[] = [
  ['language', 0, 1, /^[a-z]{2}(-[A-Z]{2})?$/],
  ['category', 1, many, 'Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other'],
  ['event', 1, 1, /./],
  ['responseType', 0, many, 'Shelter Evacuate Prepare Execute Avoid Monitor Assess AllClear None'],
  ['urgency', 1, 1, 'Immediate Expected Future Past Unknown'],
  ['severity', 1, 1, 'Extreme Severe Moderate Minor Unknown'],
  ['certainty', 1, 1, 'Observed Likely Possible Unlikely Unknown'],
  ['effective', 0, 1, time],
  ['expires', 1, 1, time],
  ['senderName', 0, 1],
  ['headline', 0, 1],
  ['description', 0, 1],
  ['instruction', 0, 1],
  ['web', 0, 1, /^https?:\/\/\S+$/],
  ['contact', 0, 1],
  ['area', 1, many],
];
const area: readonly Rule[] = [
  ['areaDesc', 1, 1, /./],
  ['polygon', 0, many],
  ['circle', 0, many, /^-?\d+(\.\d{1,5})?,-?\d+(\.\d{1,5})? \d+(\.\d{1,3})?$/],
  ['geocode', 0, many],
];
const geocode: readonly Rule[] = [
  ['valueName', 1, 1, /./],
  ['value', 1, 1, /./],
];

/** Reads a CAP message. Throws if it violates the standard or the additional requirements of gateways. */
export function readCap(document: string): Element {
  const message = readXml(document);
  assert.equal(message.name, 'alert');
  assert.equal(message.attributes['xmlns'], 'urn:oasis:names:tc:emergency:cap:1.2');
  follows(message, alert);
  assert.equal(childText(message, 'msgType') === 'Alert', childText(message, 'references') === null);
  const infos = elements(message, 'info');
  assert.equal(new Set(infos.map((each) => childText(each, 'language'))).size, infos.length, 'a block per language');
  for (const each of infos) {
    follows(each, info);
    assert.ok(Date.parse(childText(each, 'expires')!) > Date.parse(childText(message, 'sent')!));
    for (const part of elements(each, 'area')) {
      follows(part, area);
      for (const code of elements(part, 'geocode')) follows(code, geocode);
      for (const { text } of elements(part, 'polygon')) isRing(text);
    }
  }
  return message;
}

function isRing(text: string): void {
  const points = text.split(' ');
  assert.ok(points.length >= 4 && points.length <= 100);
  assert.equal(points[0], points.at(-1));
  for (const point of points) assert.match(point, /^-?\d+(\.\d{1,5})?,-?\d+(\.\d{1,5})?$/);
  assert.ok('parts' in readArea(text), 'crosses nowhere');
}

function follows({ name, children }: Element, rules: readonly Rule[]): void {
  const places = children.map((child) => rules.findIndex(([known]) => known === child.name));
  assert.ok(!places.includes(-1), `${name} holds only what it may`);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    `${name} is in order`,
  );
  for (const [child, least, most, values] of rules) {
    const found = children.filter((each) => each.name === child);
    assert.ok(found.length >= least && found.length <= most, `${name}: ${child} ${found.length} times`);
    for (const { text } of values ? found : []) {
      if (values instanceof RegExp) assert.match(text, values, child);
      else assert.ok(values!.split(' ').includes(text), `${child}: ${text}`);
    }
  }
}
