import { Button, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './Placeholder.module.css';

type Props = { label: string; onFill: (value: string) => Promise<boolean> };

/** An open placeholder as a button that asks for its value. */
export function FillPlaceholder({ label, onFill }: Props) {
  const { t } = useTranslation('messages');
  const [opened, setOpened] = useState(false);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (value.trim() === '') return;
    setBusy(true);
    const saved = await onFill(value.trim());
    setBusy(false);
    if (saved) setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      withinPortal
      trapFocus
      position="bottom-start"
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton component="button" className={classes['open']} onClick={() => setOpened(true)}>
          <Icon name="edit" size={16} /> {t('fill.open', { label })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={label}
              data-autofocus
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
            <Button type="submit" loading={busy} disabled={value.trim() === ''}>
              {t('fill.take')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
