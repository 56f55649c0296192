import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asText, fromText } from '#shared/fields/kinds.ts';
import { dataShape } from '#shared/person-data.ts';
import { Input } from '#web/fields/Input.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { DataType } from './mutations.ts';
import { typeName } from './person-values.ts';

type Props = { type: DataType; value?: string; onChange?: (value: string) => void; error?: ReactNode };

/** The input for one kind of contact data by field type; all values are texts. */
export function PersonDataField({ type, value = '', onChange, error }: Props) {
  const { t, i18n } = useTranslation('contacts');
  const shape = dataShape(type);
  return (
    <Input
      name={type.identifier}
      field={{ ...shape, required: type.isRequired }}
      label={typeName(type, i18n.language)}
      mark={type.isPrivate && <Icon name="lock" size={15} label={t('person.private')} />}
      description={type.description || undefined}
      value={fromText(shape, value)}
      onChange={(entered) => onChange?.(asText(shape, entered))}
      error={error}
    />
  );
}
