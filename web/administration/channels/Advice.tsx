import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { reason: string; detail?: string | null };

/** Advises on a failing channel: by the obstacle that prevented the call to the provider, if known, otherwise by the reason. */
export function Advice({ reason, detail = null }: Props) {
  const { t, i18n } = useTranslation('administration');
  const isObstacle = useIsObstacle();
  if (detail && isObstacle(detail)) return <Text inherit>{t(`channel.obstacle.${detail}`)}</Text>;
  if (!i18n.exists(`administration:channel.advice.${reason}`)) return null;
  return <Text inherit>{t(`channel.advice.${reason}`)}</Text>;
}

/** Returns whether a detail is a built-in obstacle code, which the advice explains. */
export function useIsObstacle(): (detail: string) => boolean {
  const { i18n } = useTranslation('administration');
  return (detail) => i18n.exists(`administration:channel.obstacle.${detail}`);
}
