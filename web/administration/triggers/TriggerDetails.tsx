import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { textIn } from '#shared/label.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type TriggerState, TriggerStateQuery, UnlockTriggerMutation } from './queries.ts';
import { TriggerCalls } from './TriggerCalls.tsx';
import { TriggerHowTo } from './TriggerHowTo.tsx';
import { TriggerPin } from './TriggerPin.tsx';
import { TriggerReadiness } from './TriggerReadiness.tsx';

/** Below a trigger's form: readiness, PIN, instructions and recent starts. */
export function TriggerDetails({ row }: { row: EntityRow }) {
  const state = useData(TriggerStateQuery, { id: row.id });
  useSystemLive(state.refetch);
  return (
    <QueryView state={state}>
      {({ trigger }) =>
        trigger && (
          <Stack gap="lg">
            <Locks trigger={trigger} onUnlocked={state.refetch} />
            <TriggerReadiness trigger={trigger} />
            <TriggerPin trigger={trigger} onSet={state.refetch} />
            <TriggerHowTo trigger={trigger} />
            <TriggerCalls calls={trigger.calls} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Locks({ trigger, onUnlocked }: { trigger: TriggerState; onUnlocked: () => void }) {
  const { t, i18n } = useTranslation('administration');
  const [{ fetching }, unlock] = useMutation(UnlockTriggerMutation);
  return trigger.locks.map((way) => (
    <Alert
      key={way}
      color="red"
      icon={<Icon name="lock" />}
      title={t('trigger.locked', { way: textIn(triggerWays[way as TriggerWay], i18n.language) })}
    >
      <Stack gap="sm" align="flex-start">
        {t('trigger.lockedText')}
        <Button
          variant="default"
          loading={fetching}
          onClick={async () => {
            await unlock({ id: trigger.id, way });
            onUnlocked();
          }}
        >
          {t('trigger.unlock')}
        </Button>
      </Stack>
    </Alert>
  ));
}
