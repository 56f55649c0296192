import type { Provider } from './providers.ts';

/** Returns a new channel's settings. It lists every setting, so that none of another provider remains. */
export const freshSettings = ({ identifier, fields }: Provider): Record<string, unknown> => ({
  provider: identifier,
  ...Object.fromEntries(fields.map((setting) => [setting.name, setting.preset ?? setting.default ?? null])),
});
