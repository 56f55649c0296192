import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { EventTypesQuery } from '#web/events/queries.ts';
import { DayInput } from '#web/fields/DayInput.tsx';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PlanDrillMutation } from './queries.ts';
import { weekdayNames } from './weekdays.ts';

const empty = {
  ...{ type: '', fromDay: '', untilDay: '', fromTime: '08:00', untilTime: '16:00', minutes: 60 },
  weekdays: ['1', '2', '3', '4', '5'],
};

/** The form of a new drill, with a confirmation. */
export function PlanDrill({ onPlanned }: { onPlanned: () => void }) {
  const { t, i18n } = useTranslation('drills');
  const confirm = useConfirm();
  const types = useData(EventTypesQuery, {}).data?.eventTypes.edges.map(({ node }) => node) ?? [];
  const [{ fetching }, plan] = useMutation(PlanDrillMutation);
  const [values, setValues] = useState(empty);
  const set = (changed: Partial<typeof empty>) => setValues((before) => ({ ...before, ...changed }));
  const { type, weekdays, ...rest } = values;
  const chosen = type || String(types[0]?._id ?? '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await confirm({ title: t('confirmTitle'), text: t('confirmText') }))) return;
    const { error } = await plan({ input: { ...rest, eventType: chosen, weekdays: weekdays.map(Number) } });
    if (error) return;
    successToast(t('planned'));
    setValues(empty);
    onPlanned();
  };
  const isComplete = chosen && rest.fromDay && rest.untilDay && weekdays.length > 0;
  return (
    <Panel title={t('plan')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw={560}>
          <NativeSelect
            label={t('type')}
            value={chosen}
            onChange={({ currentTarget }) => set({ type: currentTarget.value })}
            data={types.map(({ _id, name }) => ({ value: String(_id), label: name }))}
          />
          <Group grow align="flex-start">
            <DayInput label={t('fromDay')} required value={rest.fromDay} onChange={(fromDay) => set({ fromDay })} />
            <DayInput label={t('untilDay')} required value={rest.untilDay} onChange={(untilDay) => set({ untilDay })} />
          </Group>
          <Checkbox.Group label={t('weekdays')} value={weekdays} onChange={(days) => set({ weekdays: days })}>
            <Group gap="md" mt="xs">
              {weekdayNames(i18n.language, 'long').map((name, day) => (
                <Checkbox key={name} size="md" value={String(day + 1)} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group grow align="flex-start">
            <TextInput
              type="time"
              label={t('fromTime')}
              required
              value={rest.fromTime}
              onChange={({ currentTarget }) => set({ fromTime: currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t('untilTime')}
              required
              value={rest.untilTime}
              onChange={({ currentTarget }) => set({ untilTime: currentTarget.value })}
            />
          </Group>
          <NumberInput
            label={t('minutes')}
            min={5}
            max={480}
            allowDecimal={false}
            value={rest.minutes}
            onChange={(minutes) => set({ minutes: Number(minutes) })}
          />
          <Button type="submit" loading={fetching} disabled={!isComplete} maw={260}>
            {t('plan')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
