import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Setting, type SettingName, type settingSections, settings } from '#shared/settings.ts';
import { successToast } from '#web/lib/toasts.ts';
import { focusFault } from '#web/ui/form.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { SettingField } from './SettingField.tsx';
import type { StoredSetting } from './setting-value.ts';
import classes from './setup.module.css';
import { useSettingDrafts } from './useSettingDrafts.ts';

type Section = (typeof settingSections)[number];
type Props = { section: Section; stored: ReadonlyMap<string, StoredSetting> };

const namesOf = (section: Section) =>
  (Object.entries<Setting>(settings) as [SettingName, Setting][]).flatMap(([name, one]) =>
    one.section === section ? [name] : [],
  );

/** A section of settings with one save button; each setting shows its own result. */
export function SettingsSection({ section, stored }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const names = namesOf(section);
  const drafts = useSettingDrafts(names, stored);
  const count = drafts.changed.length;
  const save = async (form: HTMLFormElement) => {
    if (await drafts.save()) successToast(t('setup.saved'));
    else focusFault(form);
  };
  return (
    <Panel title={t(`setup.section.${section}`)}>
      <form
        noValidate
        aria-label={t(`setup.section.${section}`)}
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <Stack gap="xl">
          <div className={classes['fields']}>
            {names.map((name) => (
              <SettingField
                key={name}
                name={name}
                value={drafts.value(name)}
                storedValue={drafts.storedValue(name)}
                picture={stored.get(name)?.valueBlob ?? null}
                outcome={drafts.outcomes[name]}
                onChange={(value) => drafts.change(name, value)}
              />
            ))}
          </div>
          <Group gap="sm">
            <Button type="submit" loading={drafts.saving} disabled={count === 0}>
              {t('common:save')}
            </Button>
            {count > 0 && (
              <>
                <Button variant="default" onClick={drafts.discard}>
                  {t('setup.discard')}
                </Button>
                <Text c="gray.6">{t('setup.changes', { count })}</Text>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
