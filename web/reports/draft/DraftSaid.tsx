import { Autocomplete, Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { LocationSign } from '#web/events/LocationSign.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './DraftSaid.module.css';
import type { Said } from './useSaid.ts';

type Props = {
  said: Said;
  /** Whether it is an activation. */
  isActivation: boolean;
  /** The warnings of the preflight about it. */
  warnings: readonly string[];
};

/** Fields for place and details, above the text that uses them while the user types. */
export function DraftSaid({ said, isActivation, warnings }: Props) {
  const { t } = useTranslation('reports');
  // only the default place of the kind of event, which no one confirmed
  const isOpen = warnings.includes('warning_place_default');
  const lacksPlace = warnings.includes('warning_place_missing') && !said.where.trim();
  const lacksWhat = warnings.includes('warning_what_missing') && !said.what.trim();
  return (
    <Panel>
      <div className={classes['fields']}>
        <div>
          <Autocomplete
            label={t('said.where')}
            description={t(isActivation ? 'said.placeAlarm' : 'said.place')}
            placeholder={t('said.whereHint')}
            data={[...said.places]}
            maxLength={limits.nameMaximum}
            leftSection={<LocationSign location={said.placeOf(said.where)} size={20} />}
            renderOption={({ option }) => (
              <Group gap="sm" wrap="nowrap">
                <LocationSign location={said.placeOf(option.value)} /> {option.value}
              </Group>
            )}
            classNames={isOpen || lacksPlace ? { input: classes['open'] ?? '' } : {}}
            value={said.where}
            filter={({ options }) => options} // an entered place must not hide the others
            onChange={(where) => said.type({ where })}
            onOptionSubmit={(where) => void said.save({ where })}
            onBlur={() => void said.save()}
          />
          {isOpen && (
            <Group gap="sm" mt={6} className={classes['note'] ?? ''}>
              <span>{t('said.suggested')}</span>
              <Button size="compact-md" variant="default" onClick={() => void said.save({ where: said.where })}>
                {t('said.confirm')}
              </Button>
            </Group>
          )}
        </div>
        <TextInput
          label={t('said.what')}
          description={t(isActivation && said.isGeneral ? 'said.whatNeeded' : 'said.whatHint')}
          classNames={lacksWhat ? { input: classes['open'] ?? '' } : {}}
          maxLength={limits.nameMaximum}
          value={said.what}
          onChange={({ currentTarget }) => said.type({ what: currentTarget.value })}
          onBlur={() => void said.save()}
        />
      </div>
    </Panel>
  );
}
