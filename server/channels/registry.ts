import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from './channel.ts';

const folder = path.join(import.meta.dirname, 'providers');
const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort();

/** Every provider by its identifier, which is the name of its file. */
export const adapters: ReadonlyMap<string, Adapter> = new Map(
  await Promise.all(
    files.map(async (file) => {
      const { default: adapter } = (await import(`./providers/${file}`)) as { default: Adapter };
      return [file.slice(0, -'.ts'.length), adapter] as const;
    }),
  ),
);

/** The provider of a channel: the one its settings name, else the first of its type; undefined when there is none. */
export function adapterFor(type: string, settings: { provider?: unknown }): Adapter | undefined {
  return adapters.get(providerFor(type, settings) ?? '');
}

/** The identifier of that provider. */
export function providerFor(type: string, settings: { provider?: unknown }): string | undefined {
  const named = typeof settings.provider === 'string' ? settings.provider : '';
  if (adapters.get(named)?.type === type) return named;
  return [...adapters].find(([, adapter]) => adapter.type === type)?.[0];
}
