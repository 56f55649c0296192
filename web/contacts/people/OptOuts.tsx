import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { SetOptOutMutation } from './mutations.ts';
import type { PersonDetails } from './queries.ts';

type Props = { person: PersonDetails; onChanged: () => void };

/** The channels over which the person declined information, with time and way; editors can lift it. */
export function OptOuts({ person, onChanged }: Props) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [{ fetching }, set] = useMutation(SetOptOutMutation);
  if (!person.optOuts.length) return null;
  const change = async (channelType: string, optedOut: boolean) => {
    const { error } = await set({ person: person.id, channelType, optedOut });
    onChanged();
    return !error;
  };
  const lift = async (id: string, name: string) => {
    if (await change(id, false)) undoToast(t('person.optOut.lifted', { channel: name }), () => void change(id, true));
  };
  return (
    <Alert color="yellow" icon={<Icon name="pause" />} title={t('person.optOut.title')}>
      {t('person.optOut.text')}
      {person.optOuts.map(({ channelType: { id, name }, at, way }) => (
        <Group key={id} gap="sm" mt="xs" justify="space-between">
          <span>
            <strong>{name}</strong> · {t(`person.optOut.way.${way}`)} · <DateTime value={at} />
          </span>
          {can('edit_contact') && (
            <Button variant="default" size="compact-md" loading={fetching} onClick={() => void lift(id, name)}>
              {t('person.optOut.lift')}
            </Button>
          )}
        </Group>
      ))}
    </Alert>
  );
}
