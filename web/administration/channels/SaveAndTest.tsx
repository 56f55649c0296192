import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EntityRow } from '#web/fields/frame.ts';
import { useChannelHealth } from './useChannelHealth.ts';

type Props = { row: EntityRow; save: () => Promise<boolean>; busy: boolean };

/** Saves a channel and sends the test message; public channels have no test. */
export function SaveAndTest({ row, save, busy }: Props) {
  const { t } = useTranslation('administration');
  const channel = useChannelHealth(row).data?.channel;
  if (!channel || channel.publicUrl) return null;
  return (
    <Button variant="default" disabled={busy} onClick={async () => (await save()) && sendTest()}>
      {t('channel.saveAndTest')}
    </Button>
  );
}

/** Works like the test's own button: without an address, it waits for one. */
function sendTest(): void {
  const form = document.querySelector<HTMLFormElement>('form[aria-labelledby="channel-test"]');
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  form?.scrollIntoView({ block: 'nearest' });
  if (button?.disabled) form?.querySelector('input')?.focus();
  else button?.click();
}
