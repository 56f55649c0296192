import { useTranslation } from 'react-i18next';
import { entities } from '#shared/administration/entities.ts';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { isSetting } from '#shared/settings.ts';
import { useSettingWords } from '#web/administration/setup/useSettingWords.ts';
import { useEventText } from '#web/administration/webhooks/useEventText.ts';
import { useWords } from '#web/fields/useWords.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useLabel } from '#web/lib/label.ts';
import { useSystem } from '#web/lib/system.tsx';
import { type Change, isValues, nameIn } from './changes.ts';
import type { AuditEntry } from './queries.ts';
import { usePartWords } from './usePartWords.ts';

const entityOf = (type: string): Entity | undefined => entities.find(({ name }) => name === type);
const fieldOf = (type: string, name: string): Field | undefined => entityOf(type)?.fields[name];

const named: ReadonlySet<Field['kind']> = new Set(['reference', 'references', 'image']);

/** Returns labels for kinds, fields and values of the audit log, as the screens show them. */
export function useAuditWords() {
  const { t, i18n } = useTranslation(['administration', 'apiKeys', 'common']);
  const label = useLabel();
  const { timeZone } = useSystem();
  const settingWords = useSettingWords();
  const words = useWords();
  const parts = usePartWords();
  const eventText = useEventText();

  const typeName = (type: string): string => {
    const one = entityOf(type)?.one;
    return one ? label(one) : t(`audit.type.${type}`, { defaultValue: type });
  };
  const rowName = ({ type, label: name }: AuditEntry): string =>
    type === 'SystemSetting' && isSetting(name) ? t(`setup.key.${name}`) : name;
  const fieldLabel = (type: string, name: string): string => {
    const field = fieldOf(type, name);
    return field ? label(field.label) : t(`audit.field.${name}`, { defaultValue: name });
  };
  const fieldName = (entry: AuditEntry, change: Change): string => {
    const [name] = change.path;
    const field = fieldOf(entry.type, name);
    const first = fieldLabel(entry.type, name);
    return [first, ...parts.names(entry, field, change)].join(': ');
  };
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
    if (Array.isArray(value)) return value.map(entryWords).join(', ') || t('audit.nothing');
    if (isValues(value))
      return (
        Object.entries(value)
          .map(([name, part]) => `${parts.nameOf(name)}: ${parts.wordOf(name, part) ?? plain(part)}`)
          .join('\n') || t('audit.nothing')
      );
    const text = String(value);
    return /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? formatDateTime(text, timeZone) : text;
  };
  const entryWords = (entry: unknown): string => (isValues(entry) && nameIn(entry, i18n.language)) || plain(entry);
  /** Removes the number, which only matters for entries without a name. */
  const nameOf = (shown: unknown): string => {
    const [, name, number] = /^(.*?)\s*\((\d+)\)$/.exec(String(shown)) ?? [];
    return name || (number ? t('audit.unnamed', { number }) : plain(shown));
  };
  const valueWords = (entry: AuditEntry, change: Change, value: unknown): string => {
    const [name] = change.path;
    const field = fieldOf(entry.type, name);
    const part = parts.value(entry, field, change, value);
    if (part !== null) return part;
    if (value === null || value === '') return t('audit.nothing');
    if (entry.type === 'SystemSetting' && name === 'value') return settingWords(entry.label, String(value));
    if (typeof value === 'number' && (name === 'file' || field?.kind === 'image'))
      return t('audit.file', { number: plain(value) });
    if (name === 'file' || (field && named.has(field.kind)))
      return [value].flat().map(nameOf).join(', ') || t('audit.nothing');
    if (Array.isArray(value) && name === 'eventTypes') return value.map((type) => eventText(String(type))).join(', ');
    if (Array.isArray(value) && name === 'scopes')
      return value.map((scope) => t(`apiKeys:feature.${scope}`, { defaultValue: String(scope) })).join(', ');
    if (field?.kind !== 'select' && field?.kind !== 'selectMany') return plain(value);
    return words(field, value) || t('audit.nothing');
  };
  return { typeName, rowName, fieldLabel, fieldName, valueWords };
}
