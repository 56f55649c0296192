import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { DirectoryKind } from '#shared/directories.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';

/** The values of the connection's form, for all kinds. */
export interface ConnectionValues {
  kind: DirectoryKind;
  label: string;
  url: string;
  startTls: boolean;
  ownNetwork: boolean;
  ca: string;
  bindDn: string;
  bindPassword: string;
  baseDn: string;
  filter: string;
}

type Props = { form: UseFormReturnType<ConnectionValues>; hasPassword: boolean };

/** The connection to an LDAP server. */
export function LdapFields({ form, hasPassword }: Props) {
  const { t } = useTranslation('directories');
  return (
    <>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        placeholder="ldaps://"
        required
        {...form.getInputProps('url')}
      />
      <Checkbox size="md" label={t('startTls')} {...form.getInputProps('startTls', { type: 'checkbox' })} />
      <ServerFields form={form} />
      <TextInput
        label={t('bindDn')}
        description={t('bindDnHint')}
        autoComplete="off"
        {...form.getInputProps('bindDn')}
      />
      <PasswordField
        label={t('bindPassword')}
        description={t(hasPassword ? 'bindPasswordKept' : 'bindPasswordHint')}
        autoComplete="new-password"
        {...form.getInputProps('bindPassword')}
      />
      <TextInput label={t('baseDn')} description={t('baseDnHint')} required {...form.getInputProps('baseDn')} />
      <TextInput label={t('filter')} description={t('filterHint')} required {...form.getInputProps('filter')} />
    </>
  );
}

/** The address of a file, and the sign-in there. */
export function FileFields({ form, hasPassword }: Props) {
  const { t } = useTranslation('directories');
  return (
    <>
      <TextInput
        label={t('fileUrl')}
        description={t('fileUrlHint')}
        placeholder="https://"
        required
        {...form.getInputProps('url')}
      />
      {!form.values.url.startsWith('file:') && (
        <>
          <ServerFields form={form} />
          <TextInput
            label={t('fileAccount')}
            description={t('fileAccountHint')}
            autoComplete="off"
            {...form.getInputProps('bindDn')}
          />
          <PasswordField
            label={t('fileSecret')}
            description={t(hasPassword ? 'bindPasswordKept' : 'bindPasswordHint')}
            autoComplete="new-password"
            {...form.getInputProps('bindPassword')}
          />
        </>
      )}
    </>
  );
}

function ServerFields({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('directories');
  return (
    <>
      <Checkbox
        size="md"
        label={t('ownNetwork')}
        description={t('ownNetworkHint')}
        {...form.getInputProps('ownNetwork', { type: 'checkbox' })}
      />
      <Textarea
        label={t('ca')}
        description={t('caHint')}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('ca')}
      />
    </>
  );
}
