import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const FEW = 5;

export function Releasers({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('reports');
  if (names.length === 0)
    return (
      <Text inherit fw={650}>
        {t('release.nobody')}
      </Text>
    );
  const shown = names.slice(0, FEW).join(', ');
  const others = names.length - FEW;
  return (
    <>
      <Text inherit>
        {others > 0 ? t('release.whoOf', { names: shown, count: others }) : t('release.who', { names: shown })}
      </Text>
      <Text inherit>{t('release.then')}</Text>
    </>
  );
}
