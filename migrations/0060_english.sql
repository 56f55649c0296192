-- What people read of the data, in English beside the German; empty: the German text holds.

alter table report_types add name_en text, add description_en text;
alter table channel_types add name_en text, add description_en text;
alter table channels add name_en text, add description_en text;
alter table group_types add name_en text, add description_en text;
alter table list_types add name_en text, add description_en text;
alter table event_types add name_en text, add description_en text;
alter table snippet_types add name_en text, add description_en text;
alter table person_data_types add description_en text;
alter table snippets add name_en text, add content_en text;
alter table report_event_snippets add name_en text;
alter table answer_options add label_en text;

-- rows that came with the program and still say what they said then

update report_types t set name_en = s.name_en from (values
  ('activation', 'Aktivierung', 'Activation'),
  ('staff_information', 'Mitarbeiterinformation', 'Staff information'),
  ('public_information', 'Information der Öffentlichkeit', 'Public information'),
  ('press_release', 'Pressemitteilung', 'Press release'),
  ('all_clear', 'Entwarnung', 'All-clear'),
  ('stand_down', 'Nicht mehr gebraucht', 'No longer needed')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update report_types t set description_en = s.description_en from (values
  ('activation', 'Ruft den Krisenstab ein.', 'Calls the crisis team in.'),
  ('staff_information', 'Informiert die Belegschaft.', 'Informs the staff.'),
  ('public_information', 'Informiert die Bevölkerung.', 'Informs the public.'),
  ('press_release', 'Informiert die Medien.', 'Informs the media.'),
  ('all_clear', 'Beendet einen Einsatz.', 'Ends an operation.'),
  ('stand_down',
    'Sagt Gefragten, dass sie nicht mehr gebraucht werden. Nur das Programm schreibt sie.',
    'Tells those who were asked that they are no longer needed. Only the program writes it.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update channel_types t set name_en = s.name_en from (values
  ('email', 'E-Mail', 'E-mail'),
  ('sms', 'SMS', 'SMS'),
  ('chat', 'Chat', 'Chat'),
  ('webhook', 'Webhook', 'Webhook'),
  ('voice', 'Sprachanruf', 'Voice call'),
  ('webpush', 'Push-Mitteilung', 'Push notification'),
  ('social_media', 'Soziale Medien', 'Social media'),
  ('webfeed', 'Web-Feed', 'Web feed'),
  ('cap', 'Warnmeldung (CAP)', 'Public warning (CAP)'),
  ('exercise', 'Nur zur Probe (Postfach)', 'For practice only (mailbox)')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update channels t set name_en = s.name_en from (values
  ('exercise', 'Nur zur Probe (Postfach)', 'For practice only (mailbox)'),
  ('public_page', 'Öffentliche Seite', 'Public page')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update channels t set description_en = s.description_en from (values
  ('exercise',
    'Behält alle Nachrichten im Übungspostfach der Anwendung; nichts verlässt das Haus.',
    'Keeps all messages in the exercise mailbox of the application; nothing leaves the house.'),
  ('public_page',
    'Veröffentlicht auf einer Seite dieser Installation, auch als Atom und RSS. Zum Einschalten vorbereitet.',
    'Publishes on a page of this installation, also as Atom and RSS. Ready to be switched on.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update group_types t set name_en = s.name_en from (values
  ('crisis_team', 'Krisenstab', 'Crisis team'),
  ('staff_function', 'Stabsfunktion', 'Crisis team function'),
  ('department', 'Abteilung', 'Department'),
  ('on_call', 'Rufbereitschaft', 'On call'),
  ('partner', 'Externe Partner', 'External partners')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update group_types t set description_en = s.description_en from (values
  ('crisis_team', 'Führt in der Krise.', 'Leads in a crisis.'),
  ('staff_function',
    'Ein Sachgebiet des Krisenstabs, z. B. S3 Einsatz.',
    'A section of the crisis team, e.g. S3 operations.'),
  ('department', 'Ein Bereich des Hauses.', 'A part of the house.'),
  ('on_call',
    'Kommt außerhalb der Dienstzeit, in der Rufreihenfolge.',
    'Comes outside working hours, in call order.'),
  ('partner',
    'Behörden und Dienstleister außerhalb des Hauses.',
    'Authorities and service providers outside the house.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update list_types t set name_en = s.name_en from (values
  ('alarm', 'Alarmverteiler', 'Alarm list'),
  ('information', 'Informationsverteiler', 'Information list'),
  ('situation_report', 'Lageberichtsverteiler', 'Situation report list'),
  ('press', 'Presseverteiler', 'Press list')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update list_types t set description_en = s.description_en from (values
  ('alarm', 'Ruft Personal ein.', 'Calls staff in.'),
  ('information', 'Informiert, ohne jemanden einzurufen.', 'Informs without calling anybody in.'),
  ('situation_report', 'Erhält die Lageberichte.', 'Gets the situation reports.'),
  ('press', 'Erreicht die Medien.', 'Reaches the media.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update event_types t set name_en = s.name_en from (values
  ('general', 'Sonstiger Alarm', 'Other alarm')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update event_types t set description_en = s.description_en from (values
  ('general',
    'Für alles, wofür nichts vorbereitet ist. Sie schreiben, was geschehen ist.',
    'For everything that nothing is prepared for. You write what happened.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update snippet_types t set name_en = s.name_en from (values
  ('activation', 'Aktivierung', 'Activation'),
  ('information', 'Information', 'Information'),
  ('instruction', 'Verhaltenshinweis', 'Instruction'),
  ('all_clear', 'Entwarnung', 'All-clear'),
  ('closing', 'Schluss', 'Closing')
) s (identifier, name, name_en) where t.identifier = s.identifier and t.name = s.name;

update snippet_types t set description_en = s.description_en from (values
  ('activation', 'Ruft Personal ein.', 'Calls staff in.'),
  ('information',
    'Informiert Belegschaft, Öffentlichkeit oder Medien.',
    'Informs staff, the public or the media.'),
  ('instruction', 'Sagt, was jetzt zu tun und zu lassen ist.', 'Says what to do now and what not.'),
  ('all_clear', 'Beendet einen Einsatz.', 'Ends an operation.'),
  ('closing', 'Gruß und Ansprechpartner.', 'Greeting and whom to contact.')
) s (identifier, description, description_en) where t.identifier = s.identifier and t.description = s.description;

update snippets set name_en = 'Activation: Other alarm' where name = 'Aktivierung: Sonstiger Alarm';

update snippets set content_en = e'Alarm: Please come at once.\nYou will learn everything else when you are here.\nPlease answer right away by the link.'
where content = e'Alarm: Bitte kommen Sie sofort.\nAlles Weitere erfahren Sie, wenn Sie da sind.\nBitte antworten Sie gleich über den Link.';

update report_event_snippets set name_en = 'Activation: Other alarm' where name = 'Aktivierung: Sonstiger Alarm';

update answer_options o set label_en = s.label_en from (values
  ('Ich komme', 'I am coming'),
  ('Ich komme nicht', 'I am not coming'),
  ('Später / unklar', 'Later / not sure')
) s (label, label_en) where o.label = s.label;
