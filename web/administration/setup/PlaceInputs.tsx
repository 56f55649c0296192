import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries } from '#shared/countries.ts';
import type { Frame } from './SettingInput.tsx';

type Props = { frame: Frame; value: string; onChange: (value: string) => void };

/** A time zone, found by its place or its name. */
export function TimeZoneInput({ frame, value, onChange }: Props) {
  const { i18n } = useTranslation();
  const data = useMemo(() => timeZones(i18n.language, value), [i18n.language, value]);
  return <Chooser frame={frame} value={value} onChange={onChange} data={data} />;
}

/** A country, found by its name or its code. */
export function CountryInput({ frame, value, onChange }: Props) {
  const { i18n } = useTranslation();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
    const options = countries.map((code) => ({ value: code, label: `${names.of(code)} (${code})` }));
    return options.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  }, [i18n.language]);
  return <Chooser frame={frame} value={value} onChange={onChange} data={data} />;
}

function Chooser({ frame, data, value, onChange }: Props & { data: { value: string; label: string }[] }) {
  const { t } = useTranslation('administration');
  return (
    <Select
      {...frame}
      searchable
      required
      allowDeselect={false}
      value={value || null}
      onChange={(chosen) => chosen && onChange(chosen)}
      data={data}
      nothingFoundMessage={t('setup.nothingFound')}
      maxDropdownHeight={320}
    />
  );
}

/** The zones this browser knows, "Europe/Berlin – Mitteleuropäische Zeit", and the one that is set. */
function timeZones(language: string, current: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(current ? [current] : [])]);
  return [...zones].map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} – ${nameOf(zone, language)}` }));
}

function nameOf(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
