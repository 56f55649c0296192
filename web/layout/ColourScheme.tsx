import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './UserMenu.module.css';

const schemes: MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Chooses light, dark or the device's scheme for this browser. */
export function ColourScheme() {
  const { t } = useTranslation('layout');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-labelledby={labelId}>
      <Menu.Label id={labelId} className={classes['label']}>
        {t('scheme.label')}
      </Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme} className={classes['item']}>
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
