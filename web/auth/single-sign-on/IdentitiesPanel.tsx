import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type Role, roles } from '#shared/permissions.ts';
import { roleNames } from '#shared/role-names.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useLabel } from '#web/lib/label.ts';
import { errorToast, successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { loadProviders, openToLink } from './link-requests.ts';
import { RemoveIdentityMutation } from './queries.ts';

type Identity = {
  id: string;
  provider: string;
  grantedRoles: readonly string[];
  confirmedAt: string | null;
  lastUsedAt: string | null;
};
type Props = { identities: readonly Identity[]; refetch: () => void };

const isRole = (name: string): name is Role => roles.some((role) => role === name);

/** The linked providers, and those that can be linked; empty without any. */
export function IdentitiesPanel({ identities, refetch }: Props) {
  const { t } = useTranslation('singleSignOn');
  const label = useLabel();
  const confirm = useConfirm();
  const [providers, setProviders] = useState<readonly { id: number; label: string }[]>([]);
  const [{ fetching }, remove] = useMutation(RemoveIdentityMutation);
  useEffect(() => {
    loadProviders().then(setProviders, () => {});
  }, []);
  const linked = identities.filter(({ confirmedAt }) => confirmedAt !== null);
  const open = providers.filter((one) => !linked.some(({ provider }) => provider === one.label));
  if (!linked.length && !open.length) return null;
  const end = async ({ id, provider }: Identity) => {
    if (!(await confirm({ title: t('identities.question', { provider }), text: t('identities.effect') }))) return;
    const { error } = await remove({ id });
    if (error) return;
    successToast(t('identities.removed'));
    refetch();
  };
  const link = async (id: number) => {
    const refusal = await openToLink(id);
    if (refusal) errorToast(apiMessage(refusal));
  };
  return (
    <Panel title={t('identities.title')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('identities.text')}</Text>
        {linked.map((identity) => (
          <Group key={identity.id} gap="md" justify="space-between" w="100%">
            <div>
              <Text fw={600}>{identity.provider}</Text>
              {identity.lastUsedAt && (
                <Text fz="sm" c="gray.7">
                  {t('identities.used')} <DateTime value={identity.lastUsedAt} show="relative" />
                </Text>
              )}
              {identity.grantedRoles.length > 0 && (
                <Text fz="sm" c="gray.7">
                  {t('identities.roles')}{' '}
                  {identity.grantedRoles
                    .filter(isRole)
                    .map((role) => label(roleNames[role]))
                    .join(', ')}
                </Text>
              )}
            </div>
            <Button
              variant="default"
              loading={fetching}
              onClick={() => void end(identity)}
              aria-label={t('identities.removeNamed', { provider: identity.provider })}
            >
              {t('identities.remove')}
            </Button>
          </Group>
        ))}
        {open.map((one) => (
          <Button key={one.id} variant="default" onClick={() => void link(one.id)}>
            {t('identities.link', { provider: one.label })}
          </Button>
        ))}
      </Stack>
    </Panel>
  );
}
