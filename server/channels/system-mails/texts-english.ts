import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import type { SystemMailText } from './text.ts';

const greeting = 'Hello {{ user.firstName }} {{ user.lastName }},';
const personGreeting = 'Hello {{ person.firstName }} {{ person.lastName }},';
const signature = 'This message was sent automatically.\n{{ organisation.name }}';

const mail = (subject: string, opening: string, ...paragraphs: string[]): SystemMailText => ({
  subject,
  content: [opening, ...paragraphs, signature].join('\n\n'),
});

/** The English texts. */
export const english: Record<
  Exclude<
    SystemMailIdentifier,
    'path_failing' | 'way_confirmation' | 'self_test' | 'drill_ended' | 'deadline_due' | 'task_overdue'
  >,
  SystemMailText
> = {
  user_verification: mail(
    '{{ system.name }}: Please confirm your e-mail address',
    greeting,
    'An account for {{ system.name }} was requested with this address. Please open this link and set your password; this also confirms your e-mail address:',
    '{{ link }}',
    'The link is valid for 24 hours. An administrator then approves your account.',
    'If you did not request an account, you do not have to do anything.',
  ),
  user_already_registered: mail(
    '{{ system.name }}: You already have an account',
    greeting,
    'Someone tried to create an account for {{ system.name }} with your e-mail address. You already have an account; it is unchanged.',
    'If you have forgotten your password, you can set a new one here:',
    '{{ link }}',
    'If this was not you, you do not have to do anything.',
  ),
  user_registered_notice: mail(
    '{{ system.name }}: A new account is waiting for approval',
    greeting,
    '{{ registered.name }} ({{ registered.email }}) requested an account and confirmed the e-mail address.',
    'Please check the request and approve or reject it:',
    '{{ link }}',
  ),
  user_approved: mail(
    '{{ system.name }}: Your account is approved',
    greeting,
    'Your account for {{ system.name }} is approved. You can sign in now:',
    '{{ link }}',
  ),
  user_rejected: mail(
    '{{ system.name }}: Your request was rejected',
    greeting,
    'Your request for an account for {{ system.name }} was rejected.',
    'Reason: {{ reason }}',
  ),
  user_invitation: mail(
    '{{ system.name }}: Your account',
    greeting,
    '{{ author.name }} created an account for {{ system.name }} for you. Please set your password here:',
    '{{ link }}',
    'The link is valid for seven days.',
  ),
  password_reset: mail(
    '{{ system.name }}: Set a new password',
    greeting,
    'A new password was requested for your account for {{ system.name }}. You can set it here:',
    '{{ link }}',
    'The link is valid for one hour. If you did not request this, you do not have to do anything; your password stays as it is.',
  ),
  password_changed: mail(
    '{{ system.name }}: Your password was changed',
    greeting,
    'The password of your account for {{ system.name }} was changed on {{ now }}. All other sessions were ended.',
    'If this was not you, please set a new password immediately and inform an administrator:',
    '{{ link }}',
  ),
  totp_added: mail(
    '{{ system.name }}: Two-factor sign-in was switched on',
    greeting,
    'Two-factor sign-in was switched on for your account for {{ system.name }} on {{ now }}.',
    'Your profile shows where you are signed in:',
    '{{ link }}',
    'If this was not you, please inform an administrator immediately.',
  ),
  new_device: mail(
    '{{ system.name }}: Sign-in from a new device',
    greeting,
    'On {{ now }}, someone signed in to your account for {{ system.name }} on a new device: {{ device.name }}, network {{ device.network }}.',
    'If this was you, you do not have to do anything. If not, end the session in your profile and change your password immediately:',
    '{{ link }}',
  ),
  totp_removed: mail(
    '{{ system.name }}: Two-factor sign-in was switched off',
    greeting,
    '{{ author.name }} switched off the two-factor sign-in of your account for {{ system.name }} on {{ now }}. The codes of your app no longer work. Without a passkey, your recovery codes no longer work either.',
    'You can set it up again in your profile:',
    '{{ link }}',
    'If you did not expect this, please change your password immediately and inform an administrator.',
  ),
  passkey_added: mail(
    '{{ system.name }}: A passkey was added',
    greeting,
    'The passkey “{{ passkey.name }}” was added to your account for {{ system.name }} on {{ now }}.',
    'Your profile shows your passkeys and where you are signed in:',
    '{{ link }}',
    'If this was not you, please remove the passkey, change your password and inform an administrator immediately.',
  ),
  passkey_removed: mail(
    '{{ system.name }}: A passkey was removed',
    greeting,
    '{{ author.name }} removed a passkey from your account for {{ system.name }} on {{ now }}: {{ passkey.name }}. It can no longer be used to sign in.',
    'You can add a new one in your profile:',
    '{{ link }}',
    'If you did not expect this, please change your password immediately and inform an administrator.',
  ),
  passkey_copied: mail(
    '{{ system.name }}: A passkey was probably copied',
    greeting,
    'On {{ now }} someone tried to use your passkey “{{ passkey.name }}” for {{ system.name }}. Its counter does not match your earlier sign-ins, so a copy probably exists. The attempt was refused.',
    'Please remove this passkey in your profile and set up a new one:',
    '{{ link }}',
    'Please inform an administrator too.',
  ),
  person_registration: mail(
    '{{ organisation.name }}: Your contact data for emergencies',
    personGreeting,
    '{{ organisation.name }} stores your contact data to reach you in a crisis.',
    'Here you can see and correct your data and object to their storage:',
    '{{ link }}',
    'Privacy notice: {{ privacy.url }}',
  ),
  person_data_changed: mail(
    '{{ organisation.name }}: Your contact data was changed',
    personGreeting,
    'Your stored contact data was changed:',
    '{{ changes }}',
    'If this is not correct, please contact {{ organisation.name }}.',
  ),
  person_data_reported: mail(
    '{{ system.name }}: {{ person.firstName }} {{ person.lastName }} has changed their contact data',
    greeting,
    '{{ person.firstName }} {{ person.lastName }} has made these changes:',
    '{{ changes }}',
    'Please check the entry:',
    '{{ link }}',
  ),
  alarm_all_clear: {
    subject: 'All-clear: {{ event.name }}',
    content: 'No further action is needed. Thank you!',
  },
  limit_not_reached: mail(
    '{{ event.name }}: Not enough people are coming',
    greeting,
    'For “{{ report.title }}” only {{ limit.reached }} of {{ limit.needed }} people of the group {{ group.name }} have accepted. No one else is asked automatically.',
    'Please decide who else to notify:',
    '{{ link }}',
  ),
  message_release_request: mail(
    '{{ event.name }}: A message is waiting for release',
    greeting,
    '{{ author.name }} asks you to release the message “{{ report.title }}” ({{ channel.name }}):',
    '{{ link }}',
  ),
  message_released: mail(
    '{{ event.name }}: Your message is released',
    greeting,
    '{{ author.name }} released your message “{{ report.title }}” ({{ channel.name }}). It is being sent.',
    '{{ link }}',
  ),
  message_rejected: mail(
    '{{ event.name }}: Your message was rejected',
    greeting,
    '{{ author.name }} rejected your message “{{ report.title }}” ({{ channel.name }}).',
    'Reason: {{ reason }}',
    '{{ link }}',
  ),
  situation_report: mail(
    '{{ event.name }}: Situation report no. {{ report.number }}',
    'Hello,',
    'Situation report no. {{ report.number }} about the event “{{ event.name }}” is attached.',
  ),
  situation_report_approval_request: mail(
    '{{ event.name }}: Situation report no. {{ report.number }} is waiting for approval',
    greeting,
    '{{ author.name }} submits situation report no. {{ report.number }} about the event “{{ event.name }}”. Please read it and approve or return it:',
    '{{ link }}',
  ),
  situation_report_due: mail(
    '{{ event.name }}: The next situation report is due',
    greeting,
    'Situation report no. {{ report.number }} about the event “{{ event.name }}” announced the next one for {{ report.due }}. You can write it here:',
    '{{ link }}',
  ),
  import_result: mail(
    '{{ system.name }}: Your upload is finished',
    greeting,
    'The file {{ file.name }} was imported: {{ import.created }} new, {{ import.updated }} changed, {{ import.unchanged }} unchanged, {{ import.failed }} rejected.',
    '{{ link }}',
  ),
  import_failed: mail(
    '{{ system.name }}: Your upload has failed',
    greeting,
    'The file {{ file.name }} could not be imported. Nothing was changed. You can see the reason here:',
    '{{ link }}',
  ),
  directory_stopped: mail(
    '{{ system.name }}: directory “{{ directory.name }}” was not applied',
    greeting,
    'The run of the directory “{{ directory.name }}” changed nothing. {{ directory.reason }}',
    'Please look at the differences and decide:',
    '{{ link }}',
  ),
  test_message: mail(
    '{{ system.name }}: Test message',
    'Hello,',
    'This is a test message via the channel {{ channel.name }}, sent on {{ now }}. If you can read it, the channel works.',
  ),
  opt_out_confirmation: mail(
    '{{ organisation.name }}: Information stopped',
    'You no longer get information this way. Alarms still reach you. Reply START to undo this.',
  ),
  opt_in_confirmation: mail(
    '{{ organisation.name }}: Information resumed',
    'You get information this way again. Reply STOP to end it.',
  ),
  budget_warning: mail(
    'SMS budget: {{ budget.percent }}% spent',
    greeting,
    '{{ budget.spent }} of this month’s message budget of {{ budget.limit }} has been spent, including running messages.',
    'Sending continues: no alarm or other message is delayed by this. You can change the budget here:',
    '{{ link }}',
  ),
  webhook_disabled: mail(
    '{{ system.name }}: Webhook switched off',
    greeting,
    'The webhook “{{ webhook.name }}” was switched off: its receiver unsubscribed or accepted nothing for five days. Waiting deliveries are sent as soon as you switch it on again:',
    '{{ link }}',
  ),
  trigger_locked: mail(
    '{{ system.name }}: Trigger locked',
    greeting,
    'On {{ now }}, the trigger “{{ trigger.name }}” received a wrong PIN several times in a row ({{ trigger.way }}), always from the same sender. This sender can’t start anything this way until you unlock it:',
    '{{ link }}',
    'Other senders and ways are not affected; calls without a known number count as one sender. If others may know the PIN, please set a new one.',
  ),
  incoming_item: mail(
    'Please respond: {{ item.title }}',
    personGreeting,
    '“{{ source.name }}” reported an item that no one has taken on yet: {{ item.title }}. Please take it on, or make sure that someone else does:',
    '{{ link }}',
  ),
};
