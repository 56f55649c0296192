import { useTranslation } from 'react-i18next';
import { pressedKeys } from '#shared/pressed-keys.ts';

/** The text of a reply, or the keys pressed in a call. */
export function ReplyWords({ text, source }: { text: string; source: string }) {
  const { t } = useTranslation('messages');
  const keys = source === 'voice' ? pressedKeys(text) : null;
  if (!keys) return t('answer.quoted', { text });
  return t(keys.minutes === null ? 'answer.key' : 'answer.keys', { ...keys });
}
