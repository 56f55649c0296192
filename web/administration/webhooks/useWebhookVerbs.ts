import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { errorToast, successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import {
  DeleteWebhookMutation,
  RotateWebhookSecretMutation,
  TestWebhookMutation,
  UpdateWebhookMutation,
  type WebhookRow,
} from './queries.ts';
import { useDeliveryText } from './useDeliveryText.ts';

/** Returns the actions of a webhook; `onChange` receives a new secret. */
export function useWebhookVerbs({ id, name, version }: WebhookRow, onChange: (secret?: string) => void) {
  const { t } = useTranslation('webhooks');
  const confirm = useConfirm();
  const textOf = useDeliveryText();
  const [updating, update] = useMutation(UpdateWebhookMutation);
  const [removing, remove] = useMutation(DeleteWebhookMutation);
  const [rotating, rotate] = useMutation(RotateWebhookSecretMutation);
  const [testing, test] = useMutation(TestWebhookMutation);
  return {
    busy: updating.fetching || removing.fetching || rotating.fetching,
    testing: testing.fetching,
    test: async () => {
      const outcome = (await test({ id })).data?.testWebhook;
      if (outcome?.status === 'delivered') successToast(t('testFine', { name, text: textOf(outcome) }));
      else if (outcome) errorToast(t('testFailed', { name, text: textOf(outcome) }));
      onChange();
    },
    switchTo: async (isActive: boolean) => {
      if (!isActive && !(await confirm({ title: t('offTitle', { name }), text: t('offText') }))) return;
      const { error } = await update({ input: { id, isActive, version } });
      if (!error) successToast(t(isActive ? 'switchedOn' : 'switchedOff', { name }));
      onChange();
    },
    rotate: async () => {
      if (!(await confirm({ title: t('rotateTitle', { name }), text: t('rotateText') }))) return;
      onChange((await rotate({ id })).data?.rotateWebhookSecret.secret);
    },
    remove: async () => {
      if (!(await confirm({ title: t('removeTitle', { name }), text: t('removeText'), danger: true }))) return;
      const { error } = await remove({ id });
      if (!error) successToast(t('removed', { name }));
      onChange();
    },
  };
}
