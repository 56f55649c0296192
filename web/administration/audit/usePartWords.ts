import { useTranslation } from 'react-i18next';
import type { Field } from '#shared/administration/entity.ts';
import { bySection } from '#shared/channel-setting.ts';
import { useProviders } from '#web/fields/channel-settings/providers.ts';
import { useWords } from '#web/fields/useWords.ts';
import { useLabel } from '#web/lib/label.ts';
import type { Change } from './changes.ts';
import type { AuditEntry } from './queries.ts';

type Values = { settings?: { provider?: unknown } } | null;

/** Says the parts of fields that hold several values: settings of channels, steps of alarms, templates. */
export function usePartWords() {
  const { t } = useTranslation(['administration', 'fields', 'common']);
  const label = useLabel();
  const words = useWords();
  const { providers = [], types } = useProviders();

  const nameOf = (name: string): string => t(`audit.part.${name}`, { defaultValue: name });
  /** What is chosen from a list of the program's own, by the name of the part; null of any other part. */
  const wordOf = (name: string | undefined, given: unknown): string | null => {
    if ((name !== 'kind' && name !== 'source') || typeof given !== 'string') return null;
    return t(`fields:template.${name}.${given}`, { defaultValue: given });
  };
  const providerNamed = (identifier: unknown) => providers.find((one) => one.identifier === identifier);
  /** A setting as the provider of before or after describes it, with the heading it stands under. */
  const settingOf = ({ before, after }: AuditEntry, name: string | undefined) => {
    const of = (values: unknown) => providerNamed((values as Values)?.settings?.provider);
    return [of(after), of(before)]
      .flatMap((provider) => bySection(provider?.fields ?? []))
      .flatMap(({ section, settings }) => settings.map((setting) => ({ section, setting })))
      .find(({ setting }) => setting.name === name);
  };

  /** What the parts on the way to a value are called. */
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
  /** A part's value in words; null when it needs none but the usual ones. */
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
