import type { Provider } from './providers.ts';

/** The settings that a channel of a provider begins with: everything named, so that nothing of another one stays behind. */
export const freshSettings = ({ identifier, fields }: Provider): Record<string, unknown> => ({
  provider: identifier,
  ...Object.fromEntries(fields.map((setting) => [setting.name, setting.default ?? null])),
});
