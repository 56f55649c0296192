import { Autocomplete, Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { LocationSign } from '#web/events/LocationSign.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './incident.module.css';
import type { IncidentDetails } from './useIncidentDetails.ts';

type Props = {
  details: IncidentDetails;
  /** Whether it is an activation. */
  isActivation: boolean;
  /** The preflight's warnings about it. */
  warnings: readonly string[];
};

/** Fields for place and details, above the text that uses them. */
export function IncidentFields({ details, isActivation, warnings }: Props) {
  const { t } = useTranslation('drafts');
  // only an unconfirmed default place
  const isOpen = warnings.includes('warning_place_default');
  const lacksPlace = warnings.includes('warning_place_missing') && !details.where.trim();
  const lacksWhat = warnings.includes('warning_what_missing') && !details.what.trim();
  return (
    <Panel>
      <div className={classes['fields']}>
        <div>
          <Autocomplete
            label={t('said.where')}
            description={t(isActivation ? 'said.placeAlarm' : 'said.place')}
            placeholder={t('said.whereHint')}
            data={[...details.places]}
            maxLength={limits.nameMaximum}
            leftSection={<LocationSign location={details.placeOf(details.where)} size={20} />}
            renderOption={({ option }) => (
              <Group gap="sm" wrap="nowrap">
                <LocationSign location={details.placeOf(option.value)} /> {option.value}
              </Group>
            )}
            classNames={isOpen || lacksPlace ? { input: classes['open'] ?? '' } : {}}
            value={details.where}
            filter={({ options }) => options} // an entered place must not hide the others
            onChange={(where) => details.type({ where })}
            onOptionSubmit={(where) => void details.save({ where })}
            onBlur={() => void details.save()}
          />
          {isOpen && (
            <Group gap="sm" mt={6} className={classes['note'] ?? ''}>
              <span>{t('said.suggested')}</span>
              <Button size="compact-md" variant="default" onClick={() => void details.save({ where: details.where })}>
                {t('said.confirm')}
              </Button>
            </Group>
          )}
        </div>
        <TextInput
          label={t('said.what')}
          description={t(isActivation && details.isGeneral ? 'said.whatNeeded' : 'said.whatHint')}
          classNames={lacksWhat ? { input: classes['open'] ?? '' } : {}}
          maxLength={limits.nameMaximum}
          value={details.what}
          onChange={({ currentTarget }) => details.type({ what: currentTarget.value })}
          onBlur={() => void details.save()}
        />
      </div>
    </Panel>
  );
}
