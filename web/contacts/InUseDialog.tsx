import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './contacts.module.css';

/** A use of an entry; without `to`, it has no page. */
export type Use = { key: string; to?: string; name: string; note: string };

type Props = { title: string; text: string; uses: Use[]; onClose: () => void };

/** Lists the uses that prevent a deletion. */
export function InUseDialog({ title, text, uses, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="md" onClose={onClose}>
      <Stack gap="md">
        <Text>{text}</Text>
        <ul className={classes['lines']}>
          {uses.map(({ key, to, name, note }) => (
            <li key={key} className={classes['line']}>
              <div className={classes['lineText']}>
                {to ? (
                  <Link to={to} className={classes['lineName']} onClick={onClose}>
                    {name}
                  </Link>
                ) : (
                  <strong>{name}</strong>
                )}
                <span className={classes['lineNote']}>{note}</span>
              </div>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
