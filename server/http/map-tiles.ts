import type { App } from '../context.ts';
import { readSettings } from '../settings/settings.ts';

/**
 * The origin that map tiles come from, following the setting `map_style_url`; null while maps are drawn from the
 * built-in outline, or when the tiles come from this installation.
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

const originOf = (template: string): string | null =>
  template.startsWith('http') ? (URL.parse(template)?.origin ?? null) : null;
