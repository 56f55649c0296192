import { readFileSync } from 'node:fs';
import type { Device } from '#server/channels/devices/devices.ts';
import { textIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { type DeviceTexts, deviceTexts } from './device-texts.ts';

/** The page's script, if notifications are available. */
export const deviceScript = readFileSync(new URL('device-script.js', import.meta.url), 'utf8');

/** A person's devices, and the key for new ones. */
export interface OwnDevices {
  publicKey: string;
  devices: readonly Device[];
}

/** The actions on devices. */
export type DeviceAction = 'device-add' | 'device-end' | 'device-test';

interface State {
  language: Language;
  mark: string;
  timeZone: string;
}

/** Renders the devices. Its buttons belong to `deviceForms`, because it is inside a form. */
export function devicesSection(own: OwnDevices | null, state: State): string {
  if (!own) return '';
  const texts = textIn(deviceTexts, state.language);
  const items = own.devices.map((device) => item(device, state, texts)).join('');
  return `<h2>${texts.title}</h2>
<p>${texts.text}</p>
${items ? `<ul class="devices">${items}</ul>` : `<p>${texts.none}</p>`}
<button type="submit" form="device-add" hidden>${texts.on}</button>
${(['unable', 'denied', 'failed'] as const).map((name) => `<p class="wrong" role="alert" data-note="${name}" hidden>${texts[name]}</p>`).join('\n')}
<noscript><p class="hint">${texts.unable}</p></noscript>`;
}

/** Renders the buttons' forms and the script. */
export function deviceForms(own: OwnDevices | null, state: State): string {
  if (!own) return '';
  const given = ['endpoint', 'p256dh', 'auth'].map((name) => hidden(name, ''));
  const add = [hidden('action', 'device-add' satisfies DeviceAction), ...given].join('');
  const forms = own.devices.map(({ id }) => form(`device-${id}`, state, hidden('device', String(id))));
  return `${form('device-add', state, add, ` data-key="${escapeHtml(own.publicKey)}"`)}
${forms.join('\n')}
<script>${deviceScript}</script>`;
}

function item({ id, name, insertedAt, lastUsedAt, isRefused }: Device, state: State, texts: DeviceTexts): string {
  const format = new Intl.DateTimeFormat(localeOf(state.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: state.timeZone,
  });
  const when = lastUsedAt ? texts.used(format.format(lastUsedAt)) : texts.unused(format.format(insertedAt));
  const refused = isRefused ? `<br><strong>${texts.refused}</strong>` : '';
  const act = (action: DeviceAction, label: string, look = '') =>
    `<button${look} type="submit" form="device-${id}" name="action" value="${action}">${label}</button>`;
  return `<li><p><strong>${escapeHtml(name)}</strong><br><span class="hint">${when}</span>${refused}</p>${act('device-test', texts.test)}${act('device-end', texts.end, ' class="quiet"')}</li>`;
}

const form = (id: string, { language, mark }: State, inside: string, more = '') =>
  `<form method="post" action="?lang=${language}" id="${id}"${more}>${hidden('mark', mark)}${inside}</form>`;

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
