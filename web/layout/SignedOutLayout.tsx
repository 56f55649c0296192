import { SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { languageCodes } from '#shared/languages.ts';
import { version } from '#shared/version.ts';
import { setLanguage } from '#web/lib/i18n.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import classes from './SignedOutLayout.module.css';

/** The frame of every signed-out page: installation, language, one card. */
export function SignedOutLayout() {
  const { t, i18n } = useTranslation('layout');
  const { systemName, organisationName } = useSystem();
  return (
    <div className={classes['shell']}>
      <ConnectionBanner />
      <header className={classes['head']}>
        <Logo size={48} />
        <div className={classes['names']}>
          <Text fw={700} fz="lg" lh={1.25}>
            {systemName}
          </Text>
          {organisationName && <Text c="gray.6">{organisationName}</Text>}
        </div>
        <SegmentedControl
          aria-label={t('language')}
          value={i18n.language}
          onChange={(language) => void setLanguage(language)}
          data={languageCodes.map((language) => ({ value: language, label: language.toUpperCase() }))}
          classNames={{ label: classes['language'] ?? '' }}
        />
      </header>
      <main className={classes['card']}>
        <Outlet />
      </main>
      <footer className={classes['foot']}>
        <span>{t('version', { version })}</span>
        <LegalLinks />
      </footer>
    </div>
  );
}
