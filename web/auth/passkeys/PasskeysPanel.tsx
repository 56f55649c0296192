import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/auth/sessions/sessions.module.css';
import type { OwnFactors } from '#web/auth/totp/IdentityForm.tsx';
import { canUsePasskeys } from '#web/lib/signed-in/passkey-support.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import type { Passkey } from './passkey.ts';
import { RemovePasskey } from './RemovePasskey.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';

type Props = {
  passkeys: readonly Passkey[];
  /** The second factors that are on. */
  factors: OwnFactors;
  /** A role requires a second factor. */
  isDemanded: boolean;
  refetch: () => void;
};
type Action = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The user's passkeys: explanation, list and actions. */
export function PasskeysPanel({ passkeys, factors, isDemanded, refetch }: Props) {
  const { t } = useTranslation('totp');
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const done = () => {
    close();
    refetch();
  };
  const isLastFactor = isDemanded && !factors.app && passkeys.length === 1;
  return (
    <Panel title={t('passkeys.title')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('passkeys.text')}</Text>
        {passkeys.length > 0 ? (
          <ul className={classes['sessions']} style={{ width: '100%' }}>
            {passkeys.map((passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                onRename={() => setAction({ kind: 'rename', passkey })}
                onRemove={isLastFactor ? null : () => setAction({ kind: 'remove', passkey })}
              />
            ))}
          </ul>
        ) : (
          <Text c="gray.6">{t('passkeys.none')}</Text>
        )}
        {canUsePasskeys() ? (
          <Button variant={passkeys.length ? 'default' : 'filled'} onClick={() => setAction({ kind: 'add' })}>
            {t('passkeys.add')}
          </Button>
        ) : (
          <Alert color="gray" variant="light" bg="gray.1" c="gray.8" icon={<Icon name="info" />} role="none">
            {t('passkeys.unsupported')}
          </Alert>
        )}
        {isLastFactor && (
          <Alert color="gray" variant="light" bg="gray.1" c="gray.8" icon={<Icon name="lock" />} role="none">
            {t('passkeys.demanded')}
          </Alert>
        )}
      </Stack>
      {action && (
        <Dialog title={t(`passkeys.heading.${action.kind}`)} onClose={done}>
          {action.kind === 'add' && <AddPasskey factors={factors} onDone={done} onCancel={close} />}
          {action.kind === 'rename' && <RenamePasskey passkey={action.passkey} onDone={done} onCancel={close} />}
          {action.kind === 'remove' && (
            <RemovePasskey
              passkey={action.passkey}
              isLast={!factors.app && passkeys.length === 1}
              factors={factors}
              onDone={done}
              onCancel={close}
            />
          )}
        </Dialog>
      )}
    </Panel>
  );
}

type LineProps = { passkey: Passkey; onRename: () => void; onRemove: (() => void) | null };

function PasskeyLine({ passkey: { name, signsIn, isSynced, insertedAt, lastUsedAt }, onRename, onRemove }: LineProps) {
  const { t } = useTranslation('totp');
  return (
    <li>
      <Stack gap={2} className={classes['what']}>
        <Group gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {!signsIn && <StatusBadge tone="neutral">{t('passkeys.factorOnly')}</StatusBadge>}
        </Group>
        <Text fz="sm" c="gray.6">
          {t('passkeys.since')} <DateTime value={insertedAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              {t('passkeys.used')} <DateTime value={lastUsedAt} show="relative" />
            </>
          ) : (
            t('passkeys.unused')
          )}
          {isSynced && ` · ${t('passkeys.synced')}`}
        </Text>
      </Stack>
      <Group gap="sm">
        <Button variant="default" aria-label={t('passkeys.renameNamed', { name })} onClick={onRename}>
          {t('passkeys.rename')}
        </Button>
        {onRemove && (
          <Button variant="default" aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
            {t('passkeys.remove')}
          </Button>
        )}
      </Group>
    </li>
  );
}
