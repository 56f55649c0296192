import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DisableTotp } from './DisableTotp.tsx';
import type { OwnFactors } from './IdentityForm.tsx';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';

type Props = { factors: OwnFactors; isDemanded: boolean; codesLeft: number; refetch: () => void };
type Action = 'setUp' | 'move' | 'renew' | 'disable';

const few = 3;

/** The user's second factor: explanation, state and actions. */
export function TotpPanel({ factors, isDemanded, codesLeft, refetch }: Props) {
  const { t } = useTranslation('totp');
  const [action, setAction] = useState<Action>();
  const { app: isOn, passkey: hasPasskey } = factors;
  const isFactorOn = isOn || hasPasskey;
  const close = () => setAction(undefined);
  const done = () => {
    close();
    refetch();
  };
  const button = (which: Action) => (
    <Button variant={which === 'setUp' && !hasPasskey ? 'filled' : 'default'} onClick={() => setAction(which)}>
      {t(`action.${which}`)}
    </Button>
  );
  return (
    <Panel
      title={t('title')}
      actions={<StatusBadge tone={isFactorOn ? 'good' : 'neutral'}>{isFactorOn ? t('on') : t('off')}</StatusBadge>}
    >
      <Stack gap="md" align="flex-start">
        <Text>{t(isOn ? 'textOn' : hasPasskey ? 'textPasskey' : 'text')}</Text>
        {isFactorOn && <Text {...(codesLeft <= few && { c: 'red.8' })}>{t('codesLeft', { count: codesLeft })}</Text>}
        <Group gap="sm">
          {isOn ? (
            <>
              {button('renew')}
              {button('move')}
              {(!isDemanded || hasPasskey) && button('disable')}
            </>
          ) : (
            <>
              {hasPasskey && button('renew')}
              {button('setUp')}
            </>
          )}
        </Group>
        {isDemanded && (
          <Alert color="gray" variant="light" bg="gray.1" c="gray.8" icon={<Icon name="lock" />} role="none">
            {t('demanded')}
          </Alert>
        )}
      </Stack>
      {action && (
        <Dialog title={`${t('title')}: ${t(`action.${action}`)}`} onClose={done}>
          {(action === 'setUp' || action === 'move') && <TotpSetup factors={factors} onDone={done} onCancel={close} />}
          {action === 'renew' && <NewRecoveryCodes factors={factors} onDone={done} onCancel={close} />}
          {action === 'disable' && <DisableTotp factors={factors} onDone={done} onCancel={close} />}
        </Dialog>
      )}
    </Panel>
  );
}
