import { useTranslation } from 'react-i18next';
import { pressedKeys } from '#shared/pressed-keys.ts';

/** What somebody wrote back, as it was written; of a call, which keys were pressed. `source`: where it came from. */
export function ReplyWords({ text, source }: { text: string; source: string }) {
  const { t } = useTranslation('messages');
  const keys = source === 'voice' ? pressedKeys(text) : null;
  if (!keys) return t('answer.quoted', { text });
  return t(keys.minutes === null ? 'answer.key' : 'answer.keys', { ...keys });
}
