import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useLabel } from '#web/lib/label.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { fieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Advice, useIsObstacle } from './Advice.tsx';
import { kindLabel } from './address-kinds.ts';
import classes from './ChannelTest.module.css';
import { type ChannelHealth, TestChannelMutation } from './queries.ts';

type Result = { ok: true } | { ok: false; reason: string; detail: string | null };
type Props = { channel: ChannelHealth; onTested: () => void };

// the address to ask for, by the channel's kind of address
const mail = { label: 'channel.testMail', type: 'email', own: 'email' } as const;
const phone = { label: 'channel.testPhone', type: 'tel', own: 'mobilePhoneNumber' } as const;
const anyPhone = { ...phone, label: 'channel.testAnyPhone' } as const;
const other = { label: 'channel.testAddress', type: 'text', own: null } as const;

/** Sends a test message with the saved settings and shows the result, with the provider's own words. */
export function ChannelTest({ channel, onTested }: Props) {
  const { t } = useTranslation('administration');
  const { user } = useViewer();
  const words = useLabel();
  const confirm = useConfirm();
  const kind = channel.addressKinds?.[0] ?? '';
  const toDevices = isDeviceKind(kind);
  const asksAddress = Boolean(channel.addressesPeople) && !toDevices;
  const { label, type, own } = kind === 'email' ? mail : kind.startsWith('phone') ? phoneOf(channel) : other;
  const named = kindLabel(kind);
  const [address, setAddress] = useState((own && user[own]) ?? '');
  const [{ fetching, data, error }, send] = useMutation(TestChannelMutation);
  const wrong = fieldErrors(error)['address'];
  const signsIn = channel.testReaches === 'nobody';
  const question = questionOf(channel);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (question && !(await confirm({ title: t(question), text: t(`${question}Text`) }))) return;
    await send({ id: channel.id, address: asksAddress ? address : '' });
    onTested();
  };
  return (
    <form onSubmit={submit} noValidate aria-labelledby="channel-test">
      <Stack gap="sm">
        <Title order={3} id="channel-test">
          {t('channel.test')}
        </Title>
        <Text c="gray.6">
          {channel.testReaches
            ? t([`channel.testReach.${channel.testReaches}`, 'channel.testText'])
            : t(toDevices ? 'channel.testDevices' : 'channel.testText')}
        </Text>
        {asksAddress && (
          <TextInput
            label={type === 'text' && named ? words(named) : t(label)}
            type={type}
            value={address}
            error={wrong && apiMessage(wrong)}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          variant="default"
          leftSection={<Icon name={signsIn ? 'check' : 'send'} />}
          loading={fetching}
          disabled={asksAddress && !address.trim()}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(signsIn ? 'channel.signIn' : 'channel.sendTest')}
        </Button>
        {data && !fetching && <Outcome result={data.testChannel as Result} signsIn={signsIn} />}
      </Stack>
    </form>
  );
}

/** Accepts any number if the channel also calls fixed lines. */
const phoneOf = ({ addressKinds }: ChannelHealth) => (addressKinds?.includes('phone') ? anyPhone : phone);

/** Returns the confirmation before a test that others receive. */
function questionOf({
  addressesPeople,
  testReaches,
}: ChannelHealth): 'channel.publishTest' | 'channel.roomTest' | null {
  if (testReaches === 'room') return 'channel.roomTest';
  return addressesPeople || testReaches ? null : 'channel.publishTest';
}

function Outcome({ result, signsIn }: { result: Result; signsIn: boolean }) {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  const isObstacle = useIsObstacle();
  if (result.ok)
    return (
      <Alert color="green" icon={<Icon name="checkCircle" />} role="status">
        {t(signsIn ? 'channel.signInOk' : 'channel.testOk')}
      </Alert>
    );
  return (
    <Alert
      color="red"
      icon={<Icon name="crossCircle" />}
      title={t(signsIn ? 'channel.signInFailed' : 'channel.testFailed')}
      role="alert"
    >
      <Stack gap={4}>
        <span>{t('channel.because', { reason: problem(result.reason) })}</span>
        <Advice reason={result.reason} detail={result.detail} />
        {result.detail && !isObstacle(result.detail) && (
          <Text fz="sm">
            {t('channel.words')} <span className={classes['words']}>{result.detail}</span>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
