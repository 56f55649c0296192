import { isIP } from 'node:net';
import { requiredText } from '#server/api/input.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { hostOf, isNamedInside, mayDial } from '#server/platform/network-address.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { allowedHosts } from './attempt.ts';

const urlMaximum = 2000;

/**
 * Returns an address in stored form. Rejects http (except internally), passwords, and internal addresses outside
 * WEBHOOK_ALLOWED_HOSTS. Names are resolved later.
 */
export function checkedUrl(app: Pick<App, 'config'>, given: string | null | undefined): string {
  const text = requiredText('url', given, urlMaximum);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw bad('error_webhook_url');
  const allowed = allowedHosts(app);
  const host = hostOf(url);
  if (isIP(host) && !mayDial(host, host, allowed)) throw bad('error_webhook_internal');
  if (url.protocol === 'http:' && !isNamedInside(url, allowed)) throw bad('error_webhook_url');
  if (/(^|\.)localhost\.?$/.test(host) && !mayDial('127.0.0.1', host, allowed)) throw bad('error_webhook_internal');
  url.hash = '';
  return url.href;
}

const bad = (key: RefusalKey) => new Refusal(key, { url: key });
