import { useTranslation } from 'react-i18next';
import type { Field } from '#shared/administration/entity.ts';
import { bySection } from '#shared/channel-setting.ts';
import { useProviders } from '#web/fields/channel-settings/providers.ts';
import { useWords } from '#web/fields/useWords.ts';
import { useLabel } from '#web/lib/label.ts';
import type { Change } from './changes.ts';
import type { AuditEntry } from './queries.ts';

type Values = { settings?: { provider?: unknown } } | null;

/** Returns labels for the parts of structured fields: channel settings, steps of alarms, templates. */
export function usePartWords() {
  const { t } = useTranslation(['administration', 'fields', 'common']);
  const label = useLabel();
  const words = useWords();
  const { providers = [], types } = useProviders();

  const nameOf = (name: string): string => t(`audit.part.${name}`, { defaultValue: name });
  /** Returns the label of a built-in choice, null for any other part. */
  const wordOf = (name: string | undefined, given: unknown): string | null => {
    if ((name !== 'kind' && name !== 'source') || typeof given !== 'string') return null;
    return t(`fields:template.${name}.${given}`, { defaultValue: given });
  };
  const providerNamed = (identifier: unknown) => providers.find((one) => one.identifier === identifier);
  /** Returns a setting's description from the provider before or after, with its heading. */
  const settingOf = ({ before, after }: AuditEntry, name: string | undefined) => {
    const of = (values: unknown) => providerNamed((values as Values)?.settings?.provider);
    return [of(after), of(before)]
      .flatMap((provider) => bySection(provider?.fields ?? []))
      .flatMap(({ section, settings }) => settings.map((setting) => ({ section, setting })))
      .find(({ setting }) => setting.name === name);
  };

  /** Labels the path to a value. */
  const names = (entry: AuditEntry, field: Field | undefined, { path: [, ...path] }: Change): string[] => {
    if (field?.kind === 'channelSettings') {
      if (path[0] === 'provider') return [t('fields:channel.provider')];
      const known = settingOf(entry, path[0]);
      return known ? [known.section, known.setting.label].flatMap((one) => (one ? [label(one)] : [])) : path;
    }
    if (field?.kind === 'json' && field.shape === 'alarmSteps')
      return path.map((type) => types.find(({ identifier }) => identifier === type)?.name ?? type);
    return path.map(nameOf);
  };
  /** Returns a part's value in words, or null if the usual formatting fits. */
  const value = (entry: AuditEntry, field: Field | undefined, change: Change, given: unknown): string | null => {
    const last = change.path.at(-1);
    if (field?.kind === 'channelSettings') {
      const provider = last === 'provider' ? providerNamed(given) : undefined;
      if (provider) return label(provider.label);
      const known = settingOf(entry, last);
      if (!known || given === null) return null;
      return known.setting.secret
        ? t(given === false ? 'fields:channel.unset' : 'fields:channel.set')
        : words(known.setting, given) || null;
    }
    if (field?.kind !== 'json') return null;
    if (field.shape === 'alarmSteps') {
      if (typeof given === 'number') return `${given} ${t('fields:alarmSteps.seconds')}`;
      const side = (given === change.before ? entry.before : entry.after) as Record<string, unknown> | null;
      if ((side?.[change.path[0]] ?? null) === null) return t('fields:alarmSteps.standard');
      return change.path.length > 1 ? t('audit.atOnce') : t('fields:alarmSteps.all');
    }
    return wordOf(last, given);
  };
  return { nameOf, names, value, wordOf };
}
