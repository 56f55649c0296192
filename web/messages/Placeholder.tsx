import { Button, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personalPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import classes from './Placeholder.module.css';

type Props = { text: string; onFill?: ((name: string, value: string) => Promise<boolean>) | undefined };

/** A placeholder in place: automatic ones as subtle marks, open ones as buttons that ask for a value. */
export function Placeholder({ text, onFill }: Props) {
  const label = usePlaceholderLabel();
  const name = placeholdersIn(text)[0] ?? text;
  if (personalPlaceholders.has(name)) return <span className={classes['personal']}>{label(name)}</span>;
  if (!onFill) return <span className={classes['open']}>{label(name)}</span>;
  return <Open label={label(name)} onFill={(value) => onFill(name, value)} />;
}

function Open({ label, onFill }: { label: string; onFill: (value: string) => Promise<boolean> }) {
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
