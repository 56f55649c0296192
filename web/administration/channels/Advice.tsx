import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { reason: string; detail?: string | null };

/** What to do about a channel that could not send: by what kept it from calling its provider where that is known, else by the reason. */
export function Advice({ reason, detail = null }: Props) {
  const { t, i18n } = useTranslation('administration');
  const isObstacle = useIsObstacle();
  if (detail && isObstacle(detail)) return <Text inherit>{t(`channel.obstacle.${detail}`)}</Text>;
  if (!i18n.exists(`administration:channel.advice.${reason}`)) return null;
  return <Text inherit>{t(`channel.advice.${reason}`)}</Text>;
}

/** Whether a detail is our own word for what kept a call from being made, which the advice says in a sentence. */
export function useIsObstacle(): (detail: string) => boolean {
  const { i18n } = useTranslation('administration');
  return (detail) => i18n.exists(`administration:channel.obstacle.${detail}`);
}
