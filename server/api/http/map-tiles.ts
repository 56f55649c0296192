import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/**
 * The origin that map tiles come from, following the setting `map_style_url`; null while no maps
 * are shown, or when the tiles come from this installation.
 */
export async function followTileOrigin({ db, live }: Pick<App, 'db' | 'live'>) {
  let origin: string | null = null;
  const read = async () => {
    // a database that is away leaves the last known origin; live tells again when it is back
    const settings = await readSettings(db, 'map_style_url').catch(() => null);
    if (settings) origin = originOf(settings.map_style_url ?? '');
  };
  await read();
  const stop = live.watch('system', () => void read());
  return { current: () => origin, stop };
}

const host = /^(?:\*\.)?(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/**
 * The origin of a template as a source of the content policy, `{s}` standing for any subdomain. Null for what a policy
 * cannot name, since a header that cannot be written would leave no page and no request answered.
 */
function originOf(template: string): string | null {
  const url = template.startsWith('/') ? null : URL.parse(template);
  const named = url?.host.replace(/^\{s\}\./, '*.');
  return url && named && host.test(named) ? `${url.protocol}//${named}` : null;
}
