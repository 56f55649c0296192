import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';
import type { Gone, Mode } from './choice.ts';

/** Nothing can be started in the URL's event. */
export function GoneNote({ gone, mode }: { gone: Gone; mode: Mode | undefined }) {
  const { t } = useTranslation('reports');
  const then = mode ?? 'ask';
  return (
    <Alert color="yellow" icon={<Icon name="info" />} mb="md" role="alert">
      {t(`start.gone.${gone.became}`, { name: gone.name })} {t(`start.goneThen.${then}`)}{' '}
      {gone.number !== undefined && (
        <Anchor component={Link} to={`/event/${gone.number}`}>
          {t('start.goneOpen')}
        </Anchor>
      )}
    </Alert>
  );
}
