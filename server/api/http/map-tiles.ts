import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/** Follows the origin of map tiles in `map_style_url`; null without maps or for own tiles. */
export async function followTileOrigin({ db, live }: Pick<App, 'db' | 'live'>) {
  let origin: string | null = null;
  const read = async () => {
    // without the database the last known origin stays
    const settings = await readSettings(db, 'map_style_url').catch(() => null);
    if (settings) origin = originOf(settings.map_style_url ?? '');
  };
  await read();
  const stop = live.watch('system', () => void read());
  return { current: () => origin, stop };
}

const host = /^(?:\*\.)?(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/**
 * Returns a template's origin for a content policy, with `{s}` as any subdomain. Null if not expressible, because an
 * invalid header breaks every response.
 */
function originOf(template: string): string | null {
  const url = template.startsWith('/') ? null : URL.parse(template);
  const named = url?.host.replace(/^\{s\}\./, '*.');
  return url && named && host.test(named) ? `${url.protocol}//${named}` : null;
}
