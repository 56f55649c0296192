import { Alert, Autocomplete, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { GroupChoicesQuery } from '#web/contacts/groups/mutations.ts';
import { UploadTargetsQuery } from '#web/contacts/uploads/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { CheckDirectoryMutation, type DirectoryRow, type DirectorySample, UpdateDirectoryMutation } from './queries.ts';

type Props = { row: DirectoryRow; onClose: () => void; onSaved: () => void };
type Values = {
  idAttribute: string;
  disabledAttribute: string;
  groupBaseDn: string;
  attributes: { attribute: string; target: string }[];
  groupRules: { dn: string; group: string }[];
};
type Form = UseFormReturnType<Values>;
type Part = { form: Form; sample: DirectorySample | undefined };

/** The attributes and groups that a directory gives, with the values of one entry. */
export function MappingDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['directories', 'common']);
  const [checking, check] = useMutation(CheckDirectoryMutation);
  const { id } = row;
  useEffect(() => void check({ id }), [check, id]);
  const [{ fetching }, update] = useMutation(UpdateDirectoryMutation);
  const form = useForm<Values>({
    initialValues: {
      idAttribute: row.idAttribute,
      disabledAttribute: row.disabledAttribute ?? '',
      groupBaseDn: row.groupBaseDn ?? '',
      attributes: row.attributes.map(({ attribute, target }) => ({ attribute, target })),
      groupRules: row.groupRules.map(({ dn, group }) => ({ dn, group: group.split('/').at(-1)! })),
    },
  });
  const submit = form.onSubmit(async (values) => {
    const input = {
      ...(row.kind === 'scim' ? {} : values),
      attributes: values.attributes.filter(({ attribute }) => attribute.trim()),
      groupRules: values.groupRules.filter(({ dn, group }) => dn.trim() && group),
    };
    const { error } = await update({ input: { id, version: row.version, ...input } });
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onSaved();
  });
  const sample = checking.data?.checkDirectory;
  const isFile = row.kind === 'csv';
  return (
    <Dialog title={t('mapping')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm" c="gray.7">
            {sample ? t('example', { dn: sample.dn }) : t('noExample')}
          </Text>
          <AttributeFields form={form} sample={sample} isFile={isFile} />
          {row.kind !== 'scim' && (
            <>
              <TextInput
                label={t(isFile ? 'idColumn' : 'idAttribute')}
                description={
                  sample?.identifier
                    ? t('exampleValue', { value: sample.identifier })
                    : t(isFile ? 'idColumnHint' : 'idAttributeHint')
                }
                required
                {...form.getInputProps('idAttribute')}
              />
              <TextInput
                label={t(isFile ? 'disabledColumn' : 'disabledAttribute')}
                description={t(isFile ? 'disabledColumnHint' : 'disabledAttributeHint')}
                {...form.getInputProps('disabledAttribute')}
              />
            </>
          )}
          <GroupFields form={form} sample={sample} />
          {row.kind !== 'scim' && (
            <TextInput
              label={t(isFile ? 'groupColumn' : 'groupBaseDn')}
              description={t(isFile ? 'groupColumnHint' : 'groupBaseDnHint')}
              {...form.getInputProps('groupBaseDn')}
            />
          )}
          <FormFoot submit={t('common:save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function AttributeFields({ form, sample, isFile }: Part & { isFile: boolean }) {
  const { t } = useTranslation('directories');
  const label = useLabel();
  const targets = useData(UploadTargetsQuery, {}).data?.uploadTargets ?? [];
  const choices = targets
    .filter(({ identifier }) => !['isActive', 'groups', 'kindOfNext'].includes(identifier))
    .map(({ identifier, name, nameEn }) => ({ value: identifier, label: label({ de: name, en: nameEn }) }));
  const given = new Set(
    targets
      .filter(({ identifier }) => form.values.attributes.some((one) => one.target === identifier))
      .flatMap(({ gives }) => gives),
  );
  const missing = targets
    .filter(({ identifier, isRequired }) => isRequired && !given.has(identifier))
    .map(({ name, nameEn }) => label({ de: name, en: nameEn }));
  const names = sample?.attributes.map(({ name }) => name) ?? [];
  const exampleOf = (attribute: string) =>
    sample?.attributes.find(({ name }) => name.toLowerCase() === attribute.toLowerCase())?.values.join(', ');
  const add = () => form.insertListItem('attributes', { attribute: '', target: choices[0]?.value ?? '' });
  return (
    <Fieldset legend={t('attributes')}>
      <Stack gap="sm" align="flex-start">
        {form.values.attributes.map(({ attribute, target }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
          <Group key={at} gap="sm" align="flex-end" w="100%">
            <Autocomplete
              label={t(isFile ? 'column' : 'attribute')}
              description={sample && t('exampleValue', { value: exampleOf(attribute) ?? '–' })}
              data={names}
              flex="1 1 180px"
              miw={0}
              className={classes['address']}
              {...form.getInputProps(`attributes.${at}.attribute`)}
            />
            <Select
              label={t('target')}
              data={choices}
              value={target}
              searchable
              allowDeselect={false}
              onChange={(to) => to && form.setFieldValue(`attributes.${at}.target`, to)}
              flex="1 1 180px"
            />
            <Button
              variant="default"
              aria-label={t('removeLine', { name: attribute })}
              onClick={() => form.removeListItem('attributes', at)}
            >
              <Icon name="trash" />
            </Button>
          </Group>
        ))}
        {missing.length > 0 && <Text fz="sm">{t('required', { names: missing.join(', ') })}</Text>}
        <Fault text={form.errors['attributes']} />
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={add}>
          {t('addAttribute')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function GroupFields({ form, sample }: Part) {
  const { t } = useTranslation('directories');
  const groups = useData(GroupChoicesQuery, {}).data?.groups.edges ?? [];
  const choices = groups.map(({ node }) => ({ value: String(node._id), label: node.name }));
  const known = [...new Set(sample?.groups.map(({ dn }) => dn))];
  return (
    <Fieldset legend={t('groupRules')}>
      <Stack gap="sm" align="flex-start">
        <Text fz="sm" c="gray.7">
          {t('groupRulesHint')}
        </Text>
        {form.values.groupRules.map(({ dn, group }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
          <Group key={at} gap="sm" align="flex-end" w="100%">
            <Autocomplete
              label={t('groupDn')}
              data={known}
              limit={50}
              flex="1 1 220px"
              {...form.getInputProps(`groupRules.${at}.dn`)}
            />
            <Select
              label={t('group')}
              data={choices}
              value={group}
              searchable
              allowDeselect={false}
              onChange={(to) => to && form.setFieldValue(`groupRules.${at}.group`, to)}
              flex="1 1 180px"
            />
            <Button
              variant="default"
              aria-label={t('removeLine', { name: dn })}
              onClick={() => form.removeListItem('groupRules', at)}
            >
              <Icon name="trash" />
            </Button>
          </Group>
        ))}
        <Fault text={form.errors['groupRules']} />
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => form.insertListItem('groupRules', { dn: '', group: choices[0]?.value ?? '' })}
        >
          {t('addGroup')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function Fault({ text }: { text: ReactNode }) {
  if (!text) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="crossCircle" />}>
      {text}
    </Alert>
  );
}
