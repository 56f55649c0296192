import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { ConflictAlert } from './ConflictAlert.tsx';

type Props = {
  state: { isStale: boolean; loading: boolean; reload: () => void; both: { path: string; theirs: string | boolean }[] };
  labelOf: (path: string) => string;
  textOf?: (path: string, value: string | boolean) => string;
};

/** At the top of a form: reports another user's save, then the fields that both sides changed. */
export function ConflictNotes({ state, labelOf, textOf = (_path, value) => String(value) }: Props) {
  const { t } = useTranslation('contacts');
  if (state.isStale) return <ConflictAlert onReload={state.reload} loading={state.loading} />;
  if (state.both.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="info" />} title={t('conflict.bothTitle')} role="status">
      {t('conflict.bothText')}
      <ul>
        {state.both.map(({ path, theirs }) => (
          <li key={path}>
            {t('conflict.theirs', { field: labelOf(path), value: textOf(path, theirs) || t('conflict.empty') })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
