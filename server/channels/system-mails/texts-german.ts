import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import type { SystemMailText } from './text.ts';

const greeting = 'Guten Tag {{ user.firstName }} {{ user.lastName }},';
const personGreeting = 'Guten Tag {{ person.firstName }} {{ person.lastName }},';
const signature = 'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}';

const mail = (subject: string, opening: string, ...paragraphs: string[]): SystemMailText => ({
  subject,
  content: [opening, ...paragraphs, signature].join('\n\n'),
});

/** The German texts. */
export const german: Record<
  Exclude<
    SystemMailIdentifier,
    'path_failing' | 'way_confirmation' | 'self_test' | 'drill_ended' | 'deadline_due' | 'task_overdue'
  >,
  SystemMailText
> = {
  user_verification: mail(
    '{{ system.name }}: Bitte bestätigen Sie Ihre E-Mail-Adresse',
    greeting,
    'mit dieser Adresse wurde ein Zugang zu {{ system.name }} beantragt. Bitte öffnen Sie diesen Link und setzen Sie Ihr Passwort; damit bestätigen Sie auch Ihre E-Mail-Adresse:',
    '{{ link }}',
    'Der Link gilt 24 Stunden. Danach gibt die Administration Ihren Zugang frei.',
    'Wenn Sie keinen Zugang beantragt haben, müssen Sie nichts tun.',
  ),
  user_already_registered: mail(
    '{{ system.name }}: Sie haben bereits einen Zugang',
    greeting,
    'mit Ihrer E-Mail-Adresse sollte ein Zugang zu {{ system.name }} angelegt werden. Sie haben bereits einen Zugang; er ist unverändert.',
    'Wenn Sie Ihr Passwort vergessen haben, können Sie hier ein neues setzen:',
    '{{ link }}',
    'Wenn die Anfrage nicht von Ihnen kam, müssen Sie nichts tun.',
  ),
  user_registered_notice: mail(
    '{{ system.name }}: Ein neuer Zugang wartet auf Freigabe',
    greeting,
    '{{ registered.name }} ({{ registered.email }}) hat einen Zugang beantragt und die E-Mail-Adresse bestätigt.',
    'Bitte prüfen Sie den Antrag und geben Sie ihn frei oder lehnen Sie ihn ab:',
    '{{ link }}',
  ),
  user_approved: mail(
    '{{ system.name }}: Ihr Zugang ist freigegeben',
    greeting,
    'Ihr Zugang zu {{ system.name }} ist freigegeben. Sie können sich jetzt anmelden:',
    '{{ link }}',
  ),
  user_rejected: mail(
    '{{ system.name }}: Ihr Antrag wurde abgelehnt',
    greeting,
    'Ihr Antrag auf einen Zugang zu {{ system.name }} wurde abgelehnt.',
    'Begründung: {{ reason }}',
  ),
  user_invitation: mail(
    '{{ system.name }}: Ihr Zugang',
    greeting,
    '{{ author.name }} hat für Sie einen Zugang zu {{ system.name }} angelegt. Bitte setzen Sie hier Ihr Passwort:',
    '{{ link }}',
    'Der Link gilt sieben Tage.',
  ),
  password_reset: mail(
    '{{ system.name }}: Neues Passwort setzen',
    greeting,
    'für Ihren Zugang zu {{ system.name }} wurde ein neues Passwort angefordert. Sie können es hier setzen:',
    '{{ link }}',
    'Der Link gilt eine Stunde. Wenn die Anforderung nicht von Ihnen kam, müssen Sie nichts tun; Ihr bisheriges Passwort gilt weiter.',
  ),
  password_changed: mail(
    '{{ system.name }}: Ihr Passwort wurde geändert',
    greeting,
    'das Passwort Ihres Zugangs zu {{ system.name }} wurde am {{ now }} geändert. Alle anderen Anmeldungen wurden beendet.',
    'Wenn Sie das nicht waren, setzen Sie bitte sofort ein neues Passwort und benachrichtigen Sie die Administration:',
    '{{ link }}',
  ),
  totp_added: mail(
    '{{ system.name }}: Zwei-Faktor-Anmeldung eingeschaltet',
    greeting,
    'Für Ihren Zugang zu {{ system.name }} wurde am {{ now }} die Zwei-Faktor-Anmeldung eingeschaltet.',
    'In Ihrem Profil sehen Sie, wo Sie angemeldet sind:',
    '{{ link }}',
    'Wenn Sie das nicht waren, benachrichtigen Sie bitte sofort die Administration.',
  ),
  new_device: mail(
    '{{ system.name }}: Anmeldung auf einem neuen Gerät',
    greeting,
    'Am {{ now }} hat sich jemand mit Ihrem Zugang zu {{ system.name }} auf einem Gerät angemeldet, das wir noch nicht kannten: {{ device.name }}, Netz {{ device.network }}.',
    'Waren Sie das, ist nichts zu tun. Waren Sie es nicht, beenden Sie die Anmeldung in Ihrem Profil und ändern Sie sofort Ihr Passwort:',
    '{{ link }}',
  ),
  totp_removed: mail(
    '{{ system.name }}: Zwei-Faktor-Anmeldung ausgeschaltet',
    greeting,
    '{{ author.name }} hat am {{ now }} die Zwei-Faktor-Anmeldung Ihres Zugangs zu {{ system.name }} ausgeschaltet. Die bisherigen Codes Ihrer App gelten nicht mehr. Wenn Sie keinen Passkey haben, gelten auch Ihre Wiederherstellungscodes nicht mehr.',
    'In Ihrem Profil können Sie sie neu einrichten:',
    '{{ link }}',
    'Wenn Sie das nicht erwartet haben, ändern Sie bitte sofort Ihr Passwort und benachrichtigen Sie die Administration.',
  ),
  passkey_added: mail(
    '{{ system.name }}: Passkey hinzugefügt',
    greeting,
    'Für Ihren Zugang zu {{ system.name }} wurde am {{ now }} der Passkey „{{ passkey.name }}“ hinzugefügt.',
    'In Ihrem Profil sehen Sie Ihre Passkeys und wo Sie angemeldet sind:',
    '{{ link }}',
    'Wenn Sie das nicht waren, entfernen Sie bitte diesen Passkey, ändern Sie Ihr Passwort und benachrichtigen Sie sofort die Administration.',
  ),
  passkey_removed: mail(
    '{{ system.name }}: Passkey entfernt',
    greeting,
    '{{ author.name }} hat am {{ now }} aus Ihrem Zugang zu {{ system.name }} einen Passkey entfernt: {{ passkey.name }}. Damit kann sich niemand mehr anmelden.',
    'In Ihrem Profil können Sie einen neuen hinzufügen:',
    '{{ link }}',
    'Wenn Sie das nicht erwartet haben, ändern Sie bitte sofort Ihr Passwort und benachrichtigen Sie die Administration.',
  ),
  passkey_copied: mail(
    '{{ system.name }}: Passkey vermutlich kopiert',
    greeting,
    'Am {{ now }} wollte sich jemand bei {{ system.name }} mit Ihrem Passkey „{{ passkey.name }}“ ausweisen. Sein Zähler passt nicht zu Ihren bisherigen Anmeldungen. Vermutlich gibt es eine Kopie. Der Versuch wurde abgelehnt.',
    'Entfernen Sie diesen Passkey bitte in Ihrem Profil und richten Sie einen neuen ein:',
    '{{ link }}',
    'Benachrichtigen Sie bitte auch die Administration.',
  ),
  person_registration: mail(
    '{{ organisation.name }}: Ihre Kontaktdaten für den Krisenfall',
    personGreeting,
    '{{ organisation.name }} hat Ihre Kontaktdaten gespeichert, um Sie im Krisenfall zu erreichen.',
    'Hier können Sie Ihre Daten einsehen, berichtigen und der Speicherung widersprechen:',
    '{{ link }}',
    'Hinweise zum Datenschutz: {{ privacy.url }}',
  ),
  person_data_changed: mail(
    '{{ organisation.name }}: Ihre Kontaktdaten wurden geändert',
    personGreeting,
    'Ihre gespeicherten Kontaktdaten wurden geändert:',
    '{{ changes }}',
    'Wenn das nicht richtig ist, wenden Sie sich bitte an {{ organisation.name }}.',
  ),
  person_data_reported: mail(
    '{{ system.name }}: {{ person.firstName }} {{ person.lastName }} hat die eigenen Kontaktdaten geändert',
    greeting,
    '{{ person.firstName }} {{ person.lastName }} hat selbst geändert:',
    '{{ changes }}',
    'Bitte prüfen Sie den Eintrag:',
    '{{ link }}',
  ),
  alarm_all_clear: {
    subject: 'Entwarnung: {{ event.name }}',
    content: 'Es ist nichts mehr zu tun. Danke!',
  },
  limit_not_reached: mail(
    '{{ event.name }}: Zu wenige Zusagen',
    greeting,
    'für „{{ report.title }}“ wurden aus der Gruppe {{ group.name }} nur {{ limit.reached }} von {{ limit.needed }} Zusagen erreicht. Von selbst wird niemand weiter gefragt.',
    'Bitte entscheiden Sie, wen Sie zusätzlich benachrichtigen:',
    '{{ link }}',
  ),
  message_release_request: mail(
    '{{ event.name }}: Eine Nachricht wartet auf Freigabe',
    greeting,
    '{{ author.name }} bittet um Freigabe der Nachricht „{{ report.title }}“ ({{ channel.name }}):',
    '{{ link }}',
  ),
  message_released: mail(
    '{{ event.name }}: Ihre Nachricht ist freigegeben',
    greeting,
    '{{ author.name }} hat Ihre Nachricht „{{ report.title }}“ ({{ channel.name }}) freigegeben. Sie wird versendet.',
    '{{ link }}',
  ),
  message_rejected: mail(
    '{{ event.name }}: Ihre Nachricht wurde abgelehnt',
    greeting,
    '{{ author.name }} hat Ihre Nachricht „{{ report.title }}“ ({{ channel.name }}) abgelehnt.',
    'Begründung: {{ reason }}',
    '{{ link }}',
  ),
  situation_report: mail(
    '{{ event.name }}: Lagebericht Nr. {{ report.number }}',
    'Guten Tag,',
    'im Anhang finden Sie den Lagebericht Nr. {{ report.number }} zum Ereignis „{{ event.name }}“.',
  ),
  situation_report_approval_request: mail(
    '{{ event.name }}: Lagebericht Nr. {{ report.number }} wartet auf Freigabe',
    greeting,
    '{{ author.name }} legt den Lagebericht Nr. {{ report.number }} zum Ereignis „{{ event.name }}“ zur Freigabe vor. Bitte prüfen Sie ihn und geben Sie ihn frei oder zurück:',
    '{{ link }}',
  ),
  situation_report_due: mail(
    '{{ event.name }}: Der nächste Lagebericht ist fällig',
    greeting,
    'im Lagebericht Nr. {{ report.number }} zum Ereignis „{{ event.name }}“ ist der nächste für {{ report.due }} angekündigt. Hier können Sie ihn schreiben:',
    '{{ link }}',
  ),
  import_result: mail(
    '{{ system.name }}: Ihr Upload ist abgeschlossen',
    greeting,
    'die Datei {{ file.name }} wurde eingelesen: {{ import.created }} neu, {{ import.updated }} geändert, {{ import.unchanged }} unverändert, {{ import.failed }} abgelehnt.',
    '{{ link }}',
  ),
  import_failed: mail(
    '{{ system.name }}: Ihr Upload ist gescheitert',
    greeting,
    'die Datei {{ file.name }} konnte nicht übernommen werden. Es wurde nichts geändert. Den Grund finden Sie hier:',
    '{{ link }}',
  ),
  directory_stopped: mail(
    '{{ system.name }}: Verzeichnis „{{ directory.name }}“ nicht übernommen',
    greeting,
    'der Abgleich mit dem Verzeichnis „{{ directory.name }}“ hat nichts geändert. {{ directory.reason }}',
    'Bitte sehen Sie sich die Unterschiede an und entscheiden Sie:',
    '{{ link }}',
  ),
  test_message: mail(
    '{{ system.name }}: Testnachricht',
    'Guten Tag,',
    'dies ist eine Testnachricht über den Kanal {{ channel.name }}, gesendet am {{ now }}. Wenn Sie sie lesen, funktioniert der Kanal.',
  ),
  opt_out_confirmation: mail(
    '{{ organisation.name }}: Informationen abbestellt',
    'Sie erhalten über diesen Weg keine Informationen mehr. Alarme erreichen Sie weiterhin. Mit dem Wort ANMELDEN nehmen Sie das zurück.',
  ),
  opt_in_confirmation: mail(
    '{{ organisation.name }}: Informationen bestellt',
    'Sie erhalten über diesen Weg wieder Informationen. Mit dem Wort ABMELDEN bestellen Sie sie ab.',
  ),
  budget_warning: mail(
    'SMS-Budget: {{ budget.percent }} % sind verbraucht',
    greeting,
    'vom Budget dieses Monats für Nachrichten sind {{ budget.spent }} von {{ budget.limit }} verbraucht, laufende Nachrichten mitgezählt.',
    'Gesendet wird weiter: Kein Alarm und keine Information bleibt deswegen liegen. Das Budget steht hier:',
    '{{ link }}',
  ),
  webhook_disabled: mail(
    '{{ system.name }}: Webhook ausgeschaltet',
    greeting,
    'der Webhook „{{ webhook.name }}“ wurde ausgeschaltet: Sein Empfänger hat ihn abgemeldet oder fünf Tage lang nichts angenommen. Was noch auf ihn wartet, wird gesendet, sobald Sie ihn wieder einschalten:',
    '{{ link }}',
  ),
  trigger_locked: mail(
    '{{ system.name }}: Auslöser gesperrt',
    greeting,
    'für den Auslöser „{{ trigger.name }}“ kam am {{ now }} auf dem Weg {{ trigger.way }} mehrmals nacheinander eine falsche PIN vom selben Absender. Dieser startet auf diesem Weg nichts mehr, bis Sie ihn wieder freigeben:',
    '{{ link }}',
    'Andere Absender und Wege sind nicht betroffen; Anrufe ohne bekannte Nummer zählen als ein Absender. Wenn die PIN bekannt geworden sein kann, setzen Sie bitte eine neue.',
  ),
  incoming_item: mail(
    'Bitte kümmern: {{ item.title }}',
    personGreeting,
    'von „{{ source.name }}“ kam ein Hinweis, um den sich noch niemand kümmert: {{ item.title }}. Bitte übernehmen Sie, oder sorgen Sie dafür, dass es jemand tut:',
    '{{ link }}',
  ),
};
