import { Accordion, Button, Checkbox, Group, Input, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyFeatureGroups } from '#shared/api-keys.ts';
import { useViewer } from '#web/lib/viewer.tsx';

type Props = {
  value: string[];
  onChange: (scopes: string[]) => void;
  /** Scopes that the key already has: they stay available to every editor. */
  kept: readonly string[];
  error?: string | undefined;
};

/** Chooses scopes, in groups. A user can only grant scopes they have. */
export function ScopeChoice({ value, onChange, kept, error }: Props) {
  const { t } = useTranslation('apiKeys');
  const { can } = useViewer();
  const groups = Object.entries(keyFeatureGroups).flatMap(([group, features]) => {
    const offered = features.filter((feature) => can(feature) || kept.includes(feature));
    return offered.length ? [{ group, offered }] : [];
  });
  const choose = (features: readonly string[], on: boolean) => {
    const rest = value.filter((feature) => !features.includes(feature));
    onChange(on ? [...rest, ...features] : rest);
  };
  return (
    <Input.Wrapper
      label={t('scopes')}
      description={t('scopesHint')}
      required
      error={error}
      component="fieldset"
      bd={0}
      p={0}
      m={0}
    >
      <Accordion multiple variant="contained" mt="xs" order={3}>
        {groups.map(({ group, offered }) => {
          const chosen = offered.filter((feature) => value.includes(feature)).length;
          const isAll = chosen === offered.length;
          return (
            <Accordion.Item key={group} value={group}>
              <Accordion.Control>
                <Text component="span" fw={600}>
                  {t(`group.${group}`)}
                </Text>
                <Text component="span" c="gray.7" fz="sm" ml="sm">
                  {t('chosen', { count: chosen, total: offered.length })}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap="sm">
                  <Group>
                    <Button variant="default" onClick={() => choose(offered, !isAll)}>
                      {t(isAll ? 'chooseNone' : 'chooseAll')}
                    </Button>
                  </Group>
                  {offered.map((feature) => (
                    <Checkbox
                      key={feature}
                      size="md"
                      label={t(`feature.${feature}`)}
                      checked={value.includes(feature)}
                      onChange={({ currentTarget }) => choose([feature], currentTarget.checked)}
                    />
                  ))}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
      {groups.length === 0 && <Text c="gray.7">{t('nothingToGive')}</Text>}
    </Input.Wrapper>
  );
}
