import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageCodes } from '#shared/languages.ts';
import type { Text as Written } from '#shared/said-lines.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useTextLanguages } from '#web/reports/text-languages.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { VersionEditor } from './VersionEditor.tsx';

type Props = {
  report: ReportDetails;
  /** Absent if the text is read-only. */
  edit:
    | {
        /** Stores versions in other languages. Resolves with its success. */
        saveVersions: (versions: ({ language: string } & Written)[]) => Promise<boolean>;
        saveLanguage: (language: Language) => Promise<boolean>;
        onTyped: (name: string, text: Written | null) => void;
      }
    | undefined;
};

/** The languages of a text, and their editors. */
export function TextLanguage({ report, edit }: Props) {
  const { t } = useTranslation('drafts');
  const { main, all, nameOf, words } = useTextLanguages(report);
  const [open, setOpen] = useState<Language | null>(null);
  const isAlone = all.length === 1;
  const others = languageCodes.filter((code) => code !== main);
  const versionIn = (code: Language) =>
    [...report.prepared, ...report.outdated].find(({ language }) => language === code) ?? report;
  const save = (code: Language) => (text: Written) => {
    const kept = report.prepared.filter(({ language }) => language !== code && language !== main);
    const versions = [...kept, { language: code, ...text }];
    return edit!.saveVersions(versions.map(({ language, title, content }) => ({ language, title, content })));
  };
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fw={650}>{words}</Text>
        {edit &&
          others.map((code) => (
            <Button
              key={code}
              variant="default"
              leftSection={<Icon name="language" />}
              aria-expanded={open === code}
              onClick={() => setOpen(open === code ? null : code)}
            >
              {t(all.includes(code) ? 'languages.change' : 'languages.add', { name: nameOf(code) })}
            </Button>
          ))}
        {edit &&
          isAlone &&
          others.map((code) => (
            <Button key={code} variant="subtle" onClick={() => void edit.saveLanguage(code)}>
              {t('languages.isIn', { name: nameOf(code) })}
            </Button>
          ))}
      </Group>
      <Text c="gray.7">{t(isAlone ? 'languages.oneHint' : 'languages.severalHint')}</Text>
      {edit && open && others.includes(open) && (
        <VersionEditor
          key={open}
          name={nameOf(open)}
          version={versionIn(open)}
          isNew={!all.includes(open)}
          onSave={save(open)}
          onTyped={(text) => edit.onTyped(`version/${open}`, text)}
          onDone={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
