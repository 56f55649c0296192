-- Prepared texts fit into one SMS with their title and link, where nobody changed them in either language.
update snippets set content = 'Bitte kommen Sie sofort.', content_en = 'Please come at once.'
where content = e'Alarm:\nBitte kommen Sie sofort.\nAlles Weitere erfahren Sie, wenn Sie da sind.\nBitte antworten Sie gleich über den Link.'
  and content_en = e'Alarm:\nPlease come at once.\nYou will learn everything else when you are here.\nPlease answer right away by the link.';
update system_mails set content = 'Es ist nichts mehr zu tun. Danke!' where identifier = 'alarm_all_clear' and language = 'de'
  and content = 'Zum Ereignis "{{ event.name }}" geben wir Entwarnung. Es ist nichts weiter zu tun. Vielen Dank für Ihre Bereitschaft.';
update system_mails set content = 'Nothing more has to be done. Thank you!' where identifier = 'alarm_all_clear' and language = 'en'
  and content = 'We give the all-clear for "{{ event.name }}". Nothing more has to be done. Thank you for being ready.';
update channels set description_en = 'Keeps all messages in the exercise mailbox of the application; nothing leaves it.'
where description_en = 'Keeps all messages in the exercise mailbox of the application; nothing leaves the house.';
update group_types set description_en = 'A part of the organisation.' where description_en = 'A part of the house.';
update group_types set description_en = 'Authorities and service providers outside the organisation.'
where description_en = 'Authorities and service providers outside the house.';

-- The texts of a message by language; each recipient gets their own.
alter table messages add column versions jsonb;
comment on column messages.versions is 'title and content by language, frozen at launch; null where the text is there in one language only';
