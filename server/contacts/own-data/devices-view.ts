import { readFileSync } from 'node:fs';
import type { Device } from '#server/channels/devices/devices.ts';
import { textIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { type DeviceTexts, deviceTexts } from './device-texts.ts';

/** What the page runs, where there is anything to switch on. */
export const deviceScript = readFileSync(new URL('device-script.js', import.meta.url), 'utf8');

/** A person's devices, and what browsers need to become one. */
export interface OwnDevices {
  publicKey: string;
  devices: readonly Device[];
}

/** What a person does with devices. */
export type DeviceAction = 'device-add' | 'device-end' | 'device-test';

interface State {
  language: Language;
  mark: string;
  timeZone: string;
}

/** The part of the page about devices; nothing without a push channel. */
export function devicesSection(own: OwnDevices | null, state: State): string {
  if (!own) return '';
  const texts = textIn(deviceTexts, state.language);
  const items = own.devices.map((device) => item(device, state, texts)).join('');
  return `<h2>${texts.title}</h2>
<p>${texts.text}</p>
${items ? `<ul class="devices">${items}</ul>` : `<p>${texts.none}</p>`}
<form method="post" action="?lang=${state.language}" id="device-add" data-key="${escapeHtml(own.publicKey)}">
${hidden(state, 'device-add')}${['endpoint', 'p256dh', 'auth'].map((name) => `<input type="hidden" name="${name}" value="">`).join('')}
<button type="submit" hidden>${texts.on}</button>
${(['unable', 'denied', 'failed'] as const).map((name) => `<p class="wrong" role="alert" data-note="${name}" hidden>${texts[name]}</p>`).join('\n')}
<noscript><p class="hint">${texts.unable}</p></noscript>
</form>
<script>${deviceScript}</script>`;
}

function item({ id, name, insertedAt, lastUsedAt }: Device, state: State, texts: DeviceTexts): string {
  const format = new Intl.DateTimeFormat(localeOf(state.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: state.timeZone,
  });
  const when = lastUsedAt ? texts.used(format.format(lastUsedAt)) : texts.unused(format.format(insertedAt));
  const act = (action: DeviceAction, label: string, look = '') =>
    `<form method="post" action="?lang=${state.language}">${hidden(state, action)}<input type="hidden" name="device" value="${id}"><button${look} type="submit">${label}</button></form>`;
  return `<li><p><strong>${escapeHtml(name)}</strong><br><span class="hint">${when}</span></p>${act('device-test', texts.test)}${act('device-end', texts.end, ' class="quiet"')}</li>`;
}

const hidden = ({ mark }: State, action: DeviceAction) =>
  `<input type="hidden" name="mark" value="${escapeHtml(mark)}"><input type="hidden" name="action" value="${action}">`;
