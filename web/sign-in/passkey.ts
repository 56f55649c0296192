import type { PasskeyOptions, PasskeyResult } from '#web/lib/signed-in/passkey-support.ts';
import { browserName } from '#web/lib/signed-in/trusted-device.ts';
import { answerOf, post, refused, type SignInAnswer } from './requests.ts';

/** Asks for a passkey; loads its code now. */
export async function showPasskey(options: PasskeyOptions): Promise<PasskeyResult> {
  try {
    return await (await import('./ceremony.ts')).askForPasskey(options);
  } catch {
    return { refusal: 'network_status' };
  }
}

/** Signs in with a passkey alone. */
export async function enterWithPasskey(): Promise<SignInAnswer> {
  const asked = await post('/api/passkey/challenge', {});
  const { options } = (asked.told ?? {}) as { options?: PasskeyOptions };
  if (!options) return answerOf(asked);
  const shown = await showPasskey(options);
  if ('refusal' in shown) return refused(shown.refusal);
  return answerOf(await post('/api/passkey', { passkey: shown.response, browser: await browserName() }));
}
