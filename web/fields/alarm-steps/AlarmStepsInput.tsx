import { Button, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type AlarmSteps, allAtOnce, delayOf, longestDelay, standardSteps } from '#shared/alarm-steps.ts';
import { type FieldOf, type InputProps, useFrame } from '#web/fields/frame.ts';
import { AddressingChannelsQuery } from '#web/fields/queries.ts';
import { useData } from '#web/lib/data.ts';

/** The delay in seconds for each channel type that reaches people; shows the default until one is set. */
export function AlarmStepsInput(props: InputProps<FieldOf<'json'>>) {
  const { t } = useTranslation('fields');
  const { description, error } = useFrame(props);
  const { label, onChange } = props;
  const { data } = useData(AddressingChannelsQuery, {});
  const steps = (props.value ?? standardSteps) as AlarmSteps;
  const channels = data?.channels.edges.map(({ node }) => node) ?? [];
  const names = new Map(
    channels
      .filter(({ addressesPeople, channelType }) => addressesPeople && channelType.identifier !== 'exercise')
      .map(({ channelType }) => [channelType.identifier, channelType.name]),
  );
  const types = [...names].sort(([a], [b]) => delayOf(standardSteps, a) - delayOf(standardSteps, b));
  return (
    <Fieldset legend={label} aria-label={label}>
      <Stack gap="sm">
        {description && <Text c="gray.6">{description}</Text>}
        {error && (
          <Text c="red.8" role="alert">
            {error}
          </Text>
        )}
        {data && types.length === 0 && <Text c="gray.6">{t('alarmSteps.none')}</Text>}
        {types.map(([type, name]) => (
          <NumberInput
            key={type}
            label={name}
            value={delayOf(steps, type)}
            onChange={(seconds) => onChange({ ...steps, [type]: Number(seconds) || 0 })}
            suffix={` ${t('alarmSteps.seconds')}`}
            min={0}
            max={longestDelay}
            allowDecimal={false}
            allowNegative={false}
            inputMode="numeric"
            hideControls
          />
        ))}
        <Group>
          <Button variant="default" onClick={() => onChange(null)}>
            {t('alarmSteps.standard')}
          </Button>
          <Button variant="default" onClick={() => onChange(allAtOnce)}>
            {t('alarmSteps.all')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
