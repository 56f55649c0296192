// Generated from docs/operate/disasters.md and disasters.de.md by "npm run generate".
import type { DisasterCards } from './folder-content.ts';

export const disasterCards: Readonly<Record<'de' | 'en', DisasterCards>> = {
  "de": {
    "title": "Notfallkarten",
    "places": [
      "Schlüssel (SECRET_KEY oder die Datei secret-key)",
      "Sicherungen auf einem anderen Rechner und ihr Passwort",
      "Archiv der installierten Version",
      "Gedruckte Krisenmappe mit dem Freigabecode",
      "Adresse des zweiten Standorts",
      "Laptop mit der Notfallkopie"
    ],
    "intro": [
      "Die Befehle gelten für eine Installation mit systemd (docs/operate/install.md), als root. Legen Sie zuerst dies fest:",
      " mk() { systemd-run --quiet --pipe --wait --collect --uid=meldekette --property=EnvironmentFile=/etc/meldekette/environment \\\n   --setenv=DATA_DIR=/var/lib/meldekette /opt/meldekette/current/meldekette \"$@\"; }",
      "Auf jeder Karte gilt: erst alarmieren, dann reparieren. Wenn ein Alarm jetzt hinaus muss und Meldekette ihn nicht senden kann, rufen Sie die Personen aus der gedruckten Krisenmappe an, oder aus der Anrufliste (auch offline) auf einem Gerät, das Meldekette geöffnet hatte. Wenn es einen zweiten Standort (docs/operate/second-place.md) gibt, geben Sie ihn frei, sobald der erste aus oder abgeschnitten ist."
    ],
    "cards": [
      {
        "title": "Der Server ist verschlüsselt oder übernommen",
        "steps": [
          {
            "text": "Trennen Sie den Rechner vom Netz. Lassen Sie ihn an, wenn ihn jemand untersuchen soll.",
            "expected": "Unter der Adresse von Meldekette antwortet nichts."
          },
          {
            "text": "Wählen Sie eine Sicherung von einem Ort, an den dieser Rechner nicht schreiben konnte. Sehen Sie sie auf einem sauberen Rechner an:\n tar --extract --to-stdout --file=FILE manifest.json | head --lines=9",
            "expected": "die Version, die Zeit der Sicherung und \"encryption\". Alles, was später war, ist verloren."
          },
          {
            "text": "Installieren Sie (docs/operate/install.md) auf einem neuen Rechner dieselbe oder eine spätere Version. Setzen Sie SECRET_KEY auf den alten Schlüssel. Dann stellen Sie auf der ersten Seite wieder her (docs/operate/backup.md).",
            "expected": "„Die Sicherung ist wiederhergestellt“. Eine gekürzte oder veränderte Datei wird abgelehnt."
          },
          {
            "text": "Melden Sie sich an. Vergleichen Sie das neueste Ereignis mit Ihrer Erinnerung, und entscheiden Sie im roten Streifen.",
            "expected": "Der Streifen verschwindet. Eine Übung kommt im Übungspostfach an."
          },
          {
            "text": "Nehmen Sie an, dass der Angreifer jedes Geheimnis kennt. Tauschen Sie den Schlüssel: Beenden Sie Meldekette, setzen Sie einen neuen SECRET_KEY, starten Sie einmal mit --accept-new-key, und folgen Sie Lost key (docs/operate/recovery.md).",
            "expected": "Alle müssen sich neu anmelden."
          },
          {
            "text": "Ändern Sie die Passwörter von Mailserver, SMS-Anbieter und Datenbank, und tragen Sie sie in den Kanälen ein. Widerrufen Sie alle API-Schlüssel. Lassen Sie alle neue Passwörter wählen.",
            "expected": "Die Testnachricht jedes Kanals kommt an."
          }
        ]
      },
      {
        "title": "Der Server ist verloren",
        "steps": [
          {
            "text": "Sorgen Sie dafür, dass der alte Rechner nicht von selbst zurückkommt: Schalten Sie ihn aus, oder ziehen Sie sein Kabel.",
            "expected": "Er antwortet nicht. Zwei Installationen, die senden, würden doppelt alarmieren."
          },
          {
            "text": "Mit einem zweiten Standort öffnen Sie dessen Adresse und geben ihn frei (docs/operate/second-place.md). Die weiteren Schritte dieser Karte entfallen dann.",
            "expected": "„Freigegeben von …“, und binnen einer Minute die Anmeldung. Wartende Alarme gehen hinaus."
          },
          {
            "text": "Sonst installieren Sie (docs/operate/install.md) auf einem neuen Rechner, mit dem alten Schlüssel, und stellen Sie die neueste Sicherung wieder her (docs/operate/backup.md).",
            "expected": "„Die Sicherung ist wiederhergestellt“."
          },
          {
            "text": "Leiten Sie den Namen in PUBLIC_URL auf den neuen Rechner.",
            "expected": "Unter der Adresse erscheint die Anmeldung."
          },
          {
            "text": "Melden Sie sich an, und lesen Sie den Dialog des roten Streifens: wie alt die Kopie ist, und welche Nachrichten warten. Verwerfen Sie Alarme, die vorbei sind.",
            "expected": "Der Streifen verschwindet. Nur die Nachrichten, die Sie behalten haben, gehen hinaus."
          }
        ]
      },
      {
        "title": "Die Datenbank ist weg oder beschädigt",
        "steps": [
          {
            "text": "Sehen Sie den Grund an:\n journalctl --unit=meldekette --lines=30",
            "expected": "ein Satz mit der Abhilfe, wenn der Start misslang. Alle stehen unter Start errors (docs/operate/postgresql.md)."
          },
          {
            "text": "Wenn nur der Server der Datenbank weg ist, starten Sie ihn und warten Sie. Bei mehreren Servern findet Meldekette den neuen von selbst.",
            "expected": "mk health zeigt \"status\":\"ok\". Endete der Start mit Code 2, starten Sie Meldekette neu."
          },
          {
            "text": "Wenn die Daten verloren sind, beenden Sie Meldekette, behalten Sie, was noch da ist, und legen Sie eine leere Datenbank an.\n systemctl stop meldekette && mv /var/lib/meldekette/database /var/lib/meldekette/database.damaged",
            "expected": "keine Ausgabe. Mit DATABASE_URL benennen Sie stattdessen die Datenbank um: Restore it (docs/operate/backup.md)."
          },
          {
            "text": "Stellen Sie die neueste Sicherung wieder her (docs/operate/backup.md). Der Schlüssel liegt noch in /var/lib/meldekette.",
            "expected": "„… rows are restored; numbers of rows and … seals of logs are those of the backup.“"
          },
          {
            "text": "Starten Sie Meldekette, melden Sie sich an, und entscheiden Sie im roten Streifen.",
            "expected": "Der Streifen verschwindet."
          }
        ]
      },
      {
        "title": "Der Schlüssel ist verloren",
        "steps": [
          {
            "text": "Suchen Sie zuerst: die Datei secret-key in DATA_DIR, die Datei mit der Umgebung, eine Sicherung, die mit --with-key gemacht wurde, die gedruckte Tabelle oben.",
            "expected": "Mit dem richtigen Schlüssel startet Meldekette. Mit einem anderen wird der Start abgelehnt, und nichts ändert sich."
          },
          {
            "text": "Wenn er endgültig verloren ist, starten Sie Meldekette einmal mit --accept-new-key: Lost key (docs/operate/recovery.md).",
            "expected": "Meldekette läuft. Alarme über Kanäle mit Passwort gehen noch nicht hinaus."
          },
          {
            "text": "Tragen Sie die Passwörter der Kanäle neu ein, zuerst die der Kanäle, die alarmieren.",
            "expected": "Ein Test über jeden Kanal kommt an."
          },
          {
            "text": "Tragen Sie die Geheimnisse der Webhooks und die PINs der Auslöser neu ein. Bitten Sie alle, Benachrichtigungen und zweite Faktoren neu einzurichten.",
            "expected": "Der Test jedes Webhooks kommt an."
          },
          {
            "text": "Bewahren Sie den neuen Schlüssel auch außerhalb des Servers auf.",
            "expected": "Er steht in der Tabelle oben."
          }
        ]
      },
      {
        "title": "Die Festplatte ist voll",
        "steps": [
          {
            "text": "Sehen Sie nach, was voll ist:\n df --human-readable /var/lib/meldekette && mk health",
            "expected": "der Datenträger bei 100 %, und \"status\":\"disk\" oder \"status\":\"database\"."
          },
          {
            "text": "Schaffen Sie Platz: alte Protokolle, alte Sicherungen auf diesem Datenträger, ein größerer Datenträger. Löschen Sie nichts in /var/lib/meldekette/database.",
            "expected": "df zeigt mehr als 1 GB."
          },
          {
            "text": "Warten Sie eine halbe Minute.",
            "expected": "mk health zeigt \"status\":\"ok\". Wenn nicht, führen Sie systemctl restart meldekette aus."
          },
          {
            "text": "Öffnen Sie das laufende Ereignis. Suchen Sie nach Nachrichten, die warten, und nach Personen ohne Ergebnis.",
            "expected": "Was wartete, ist hinaus. Wurde ein Alarm abgelehnt, senden Sie ihn noch einmal."
          }
        ]
      },
      {
        "title": "Niemand kann sich anmelden",
        "steps": [
          {
            "text": "Versuchen Sie es in einem privaten Fenster, mit der Adresse in PUBLIC_URL. Melden Sie sich mit Passwort an statt mit der Anmeldung des Hauses.",
            "expected": "die Anmeldung und ein Grund. „Zu viele Versuche“ endet von selbst."
          },
          {
            "text": "Bitten Sie eine andere Person mit Administrationsrechten, das Passwort zurückzusetzen oder den zweiten Faktor zu entfernen.",
            "expected": "Die Person bekommt eine E-Mail."
          },
          {
            "text": "Wenn sich niemand mit Administrationsrechten anmelden kann:\n mk recover mail@example.org",
            "expected": "ein neues Passwort. Zweiter Faktor und Passkeys dieses Zugangs sind entfernt, seine Sitzungen beendet."
          },
          {
            "text": "Melden Sie sich an, ändern Sie das Passwort, und richten Sie den zweiten Faktor neu ein.",
            "expected": "Das Änderungsprotokoll zeigt nichts, was Sie nicht erklären können."
          }
        ]
      },
      {
        "title": "Alarme gehen nicht hinaus",
        "steps": [
          {
            "text": "Sehen Sie den Streifen an, und die Auskunft:\n mk health",
            "expected": "\"sending\":\"ok\", oder der Grund (docs/operate/monitoring.md): held, nobody, late oder failing."
          },
          {
            "text": "held: Die Datenbank kann eine Kopie sein. Stellen Sie sicher, dass keine andere Installation sendet. Dann entscheiden Sie im Streifen.",
            "expected": "Der Streifen verschwindet."
          },
          {
            "text": "nobody, late oder failing: Starten Sie neu.\n systemctl restart meldekette",
            "expected": "\"sending\":\"ok\". Was fällig war, geht jetzt hinaus. failing kann bis zur nächsten Prüfung wiederkommen, höchstens fünf Minuten lang."
          },
          {
            "text": "ok: Öffnen Sie Administration › Kanäle. Ein gestörter Kanal zeigt, was sein Anbieter geantwortet hat.",
            "expected": "der Grund, zum Beispiel ein falsches Passwort, ein leeres Konto oder eine gesperrte Adresse (Outbound connections (docs/operate/outbound-connections.md))."
          },
          {
            "text": "Bis er wieder geht, wählen Sie auf der Seite der Meldung Über einen weiteren Kanal senden.",
            "expected": "Die Empfänger zeigen „zugestellt“ oder „übergeben“."
          }
        ]
      },
      {
        "title": "Das Haus hat kein Internet oder keinen Strom",
        "steps": [
          {
            "text": "Finden Sie heraus, was noch geht: das interne Netz, Telefone, mobile Daten.",
            "expected": "Sie wissen, ob Personen die Adresse in PUBLIC_URL erreichen, und ob der Server seine Anbieter erreicht."
          },
          {
            "text": "Mit einem zweiten Standort öffnen Sie dessen Adresse über mobile Daten. Schalten Sie den ersten Standort aus, und geben Sie (docs/operate/second-place.md) den zweiten frei, mit Passwort und App einer Person mit der Rolle Systemverantwortung, oder mit dem gedruckten Code.",
            "expected": "„Freigegeben von …“, und binnen einer Minute die Anmeldung. Alarmieren Sie von dort."
          },
          {
            "text": "Ohne zweiten Standort: Schalten Sie den Server aus, und starten Sie die Notfallkopie (docs/operate/second-place.md) auf dem Laptop. Beim Archiv heißt der Befehl ./meldekette start --from FILE.\n LOCAL_CHANNELS=1 DATA_DIR=copy npm start -- --from FILE",
            "expected": "Das Programm fragt nach Passphrase und Schlüssel und nennt eine Adresse. Geben Sie die Kopie auf dieser Seite mit dem gedruckten Code frei, und alarmieren Sie von dort."
          },
          {
            "text": "Wenn der Server eingeschaltet bleibt: Ohne Anbieter wird ein Alarm eine Stunde lang wiederholt, jede andere Nachricht einen Tag lang. Stoppen Sie, was vorbei ist.",
            "expected": "Die Meldung zeigt, wie viele nicht gesendet wurden."
          },
          {
            "text": "Rufen Sie die Personen aus der gedruckten Krisenmappe an, oder aus der Anrufliste (auch offline). Schreiben Sie auf, wer kommt.",
            "expected": "Genug Personen sind unterwegs."
          },
          {
            "text": "Wenn es wieder geht, entscheiden Sie auf jedem benutzten Gerät über jeden Eintrag oben auf der Seite, und tragen Sie die Antworten von Hand ein.",
            "expected": "Kein Eintrag ist übrig. Die Übersicht zeigt alle, die kommen."
          }
        ]
      },
      {
        "title": "Ein falscher Alarm ist hinausgegangen",
        "steps": [
          {
            "text": "Öffnen Sie die Meldung, und wählen Sie bei jeder Nachricht Stoppen.",
            "expected": "„gestoppt: … nicht gesendet“. Niemand sonst wird gefragt. Was ein Anbieter angenommen hat, lässt sich nicht zurückholen."
          },
          {
            "text": "Wählen Sie die Korrektur oder Entwarnung senden, prüfen Sie den Text, und senden Sie ihn.",
            "expected": "Alle, die den Alarm bekommen haben können, bekommen sie, auch bei unbekanntem Ergebnis."
          },
          {
            "text": "Sehen Sie ins Einsatztagebuch: wer gesendet hat, wann, und wie der Alarm begann.",
            "expected": "eine Person, ein API-Schlüssel oder ein Auslöser. Ist es keiner, der es durfte, folgt Karte 10."
          }
        ]
      },
      {
        "title": "Ein Zugang, ein Gerät oder ein Schlüssel ist gestohlen",
        "steps": [
          {
            "text": "Beenden Sie die Sitzungen: Administration › Benutzer, die Person, Offene Anmeldungen. Oder deaktivieren Sie den Zugang.",
            "expected": "Die Liste ist leer. Offene Seiten dieser Person enden sofort, auch Ansichten, die mitlaufen."
          },
          {
            "text": "Lassen Sie die Person ein neues Passwort setzen, im Profil unbekannte Passkeys entfernen und den zweiten Faktor neu einrichten. Ein neues Passwort lässt Passkeys, wie sie sind.",
            "expected": "Im Profil stehen nur Passkeys und Geräte, die die Person kennt."
          },
          {
            "text": "Widerrufen Sie API-Schlüssel, die die Person oder das Gerät kannte: Administration › Einrichtung › API-Schlüssel, und die Schlüssel der Verzeichnisse.",
            "expected": "Eine Anfrage mit dem Schlüssel ergibt 401."
          },
          {
            "text": "Lesen Sie Sicherheitsprotokoll und Änderungsprotokoll ab dem letzten Tag, an dem alles stimmte.",
            "expected": "Anmeldungen, Abrufe und Änderungen, die Sie erklären können. Machen Sie die anderen rückgängig."
          },
          {
            "text": "Prüfen Sie, ob die Protokolle vollständig sind:\n mk verify-log EVENT",
            "expected": "Code 0, und kein geänderter, entfernter oder eingefügter Eintrag."
          }
        ]
      }
    ]
  },
  "en": {
    "title": "Disaster cards",
    "places": [
      "Key (SECRET_KEY or the file secret-key)",
      "Backups on another machine, and their passphrase",
      "Archive of the installed release",
      "Printed crisis folder, with the release code",
      "Address of the second place",
      "Laptop with the emergency copy"
    ],
    "intro": [
      "The commands are for an installation with systemd (docs/operate/install.md), as root. Define this first:",
      " mk() { systemd-run --quiet --pipe --wait --collect --uid=meldekette --property=EnvironmentFile=/etc/meldekette/environment \\\n   --setenv=DATA_DIR=/var/lib/meldekette /opt/meldekette/current/meldekette \"$@\"; }",
      "On every card: alarm first, repair later. If an alarm must leave now and Meldekette can't send it, call the people from the printed crisis folder, or from Call list (offline too) on a device that had the application open. If there is a second place (docs/operate/second-place.md), release it as soon as the first one is off or cut off."
    ],
    "cards": [
      {
        "title": "The server is encrypted or taken over",
        "steps": [
          {
            "text": "Disconnect the machine from the network. Leave it running if someone is going to examine it.",
            "expected": "the address of Meldekette doesn't respond."
          },
          {
            "text": "Choose a backup from a place that this machine could not write to. Look at it on a clean machine:\n tar --extract --to-stdout --file=FILE manifest.json | head --lines=9",
            "expected": "the release, the time of the backup, and \"encryption\". Everything later than this time is lost."
          },
          {
            "text": "On a new machine, install (docs/operate/install.md) the same release or a later one. Set SECRET_KEY to the old key, then restore on the first screen (docs/operate/backup.md).",
            "expected": "\"The backup is restored\". A truncated or modified file is refused."
          },
          {
            "text": "Sign in. Compare the newest event with what you remember, and decide in the red banner.",
            "expected": "the banner disappears. An exercise arrives in the exercise mailbox."
          },
          {
            "text": "Assume that the attacker knows every secret. Replace the key: stop Meldekette, set a new SECRET_KEY, start it once with --accept-new-key, and follow Lost key (docs/operate/recovery.md).",
            "expected": "everyone has to sign in again."
          },
          {
            "text": "Change the passwords of mail server, SMS provider and database, and enter them in the channels. Revoke all API keys. Let users choose new passwords.",
            "expected": "the test of each channel arrives."
          }
        ]
      },
      {
        "title": "The server is lost",
        "steps": [
          {
            "text": "Make sure that the old machine can't come back by itself: switch it off, or remove its cable.",
            "expected": "it doesn't respond. If two installations send, people are alerted twice."
          },
          {
            "text": "With a second place, open its address and release it (docs/operate/second-place.md). The other steps of this card are not needed then.",
            "expected": "\"Released by …\", and within a minute the sign-in. Waiting alarms leave."
          },
          {
            "text": "Otherwise, install (docs/operate/install.md) on a new machine, with the old key, and restore (docs/operate/backup.md) the newest backup.",
            "expected": "\"The backup is restored\"."
          },
          {
            "text": "Point the name of PUBLIC_URL to the new machine.",
            "expected": "the address shows the sign-in page."
          },
          {
            "text": "Sign in and read the dialog of the red banner: how old the copy is, and which messages wait. Discard alarms that are over.",
            "expected": "the banner disappears. Only the messages that you kept leave."
          }
        ]
      },
      {
        "title": "The database is gone or damaged",
        "steps": [
          {
            "text": "Look at the reason:\n journalctl --unit=meldekette --lines=30",
            "expected": "one sentence with the remedy, if the start failed. Start errors (docs/operate/postgresql.md) lists them."
          },
          {
            "text": "If the server of the database is only away, start it again and wait. With several servers, Meldekette finds the new primary by itself.",
            "expected": "mk health prints \"status\":\"ok\". If the start had failed with exit code 2, restart Meldekette."
          },
          {
            "text": "If the data is lost, stop Meldekette, keep what is left, and prepare an empty database.\n systemctl stop meldekette && mv /var/lib/meldekette/database /var/lib/meldekette/database.damaged",
            "expected": "no output. With DATABASE_URL, rename the database instead: Restore it (docs/operate/backup.md)."
          },
          {
            "text": "Restore (docs/operate/backup.md) the newest backup. The key is still in /var/lib/meldekette.",
            "expected": "\"… rows are restored; numbers of rows and … seals of logs are those of the backup.\""
          },
          {
            "text": "Start Meldekette, sign in, and decide in the red banner.",
            "expected": "the banner disappears."
          }
        ]
      },
      {
        "title": "The key is lost",
        "steps": [
          {
            "text": "Search first: the file secret-key in DATA_DIR, the environment file, a backup made with --with-key, the printed table above.",
            "expected": "with the right key, Meldekette starts. With another one, the start is refused and changes nothing."
          },
          {
            "text": "If it is lost for good, start Meldekette once with --accept-new-key: Lost key (docs/operate/recovery.md).",
            "expected": "it runs. Alarms over channels with a password don't leave yet."
          },
          {
            "text": "Enter the passwords of the channels again, first those that alarm.",
            "expected": "a test over each channel arrives."
          },
          {
            "text": "Enter secrets of webhooks and PINs of triggers again. Ask people to switch on notifications and second factors again.",
            "expected": "the test of each webhook arrives."
          },
          {
            "text": "Keep a copy of the new key away from the server.",
            "expected": "it is in the table above."
          }
        ]
      },
      {
        "title": "The disk is full",
        "steps": [
          {
            "text": "See what is full:\n df --human-readable /var/lib/meldekette && mk health",
            "expected": "the disk at 100%, and \"status\":\"disk\" or \"status\":\"database\"."
          },
          {
            "text": "Free space: old logs, old backups on this disk, a larger volume. Delete nothing in /var/lib/meldekette/database.",
            "expected": "df shows more than 1 GB."
          },
          {
            "text": "Wait for half a minute.",
            "expected": "mk health prints \"status\":\"ok\". If it doesn't, run systemctl restart meldekette."
          },
          {
            "text": "Open the running event. Look for messages that wait, and for people without a result.",
            "expected": "what waited has left. If an alarm was refused, send it again."
          }
        ]
      },
      {
        "title": "No one can sign in",
        "steps": [
          {
            "text": "Try a private window and the address in PUBLIC_URL. With single sign-on, sign in with a password instead.",
            "expected": "the sign-in page, and a reason. \"Too many attempts\" ends by itself."
          },
          {
            "text": "Ask another administrator to reset the password, or to remove the second factor.",
            "expected": "the user gets a mail."
          },
          {
            "text": "If no administrator can sign in:\n mk recover mail@example.org",
            "expected": "a new password. Second factor and passkeys of this account are removed, its sessions have ended."
          },
          {
            "text": "Sign in, change the password, and set up the second factor again.",
            "expected": "the audit log shows nothing that you can't explain."
          }
        ]
      },
      {
        "title": "Alarms don't leave",
        "steps": [
          {
            "text": "Look at the banner, and at the report:\n mk health",
            "expected": "\"sending\":\"ok\", or the reason (docs/operate/monitoring.md): held, nobody, late or failing."
          },
          {
            "text": "held: the database may be a copy. Make sure that no other installation sends, then decide in the banner.",
            "expected": "the banner disappears."
          },
          {
            "text": "nobody, late or failing: restart.\n systemctl restart meldekette",
            "expected": "\"sending\":\"ok\". What was due leaves now. failing may come back until the next test, for at most five minutes."
          },
          {
            "text": "ok: open Administration › Channels. A channel in trouble shows what its provider answered.",
            "expected": "the reason, for example a wrong password, an empty account, or a blocked address (Outbound connections (docs/operate/outbound-connections.md))."
          },
          {
            "text": "Until it works, add another channel on the page of the report: Send on another channel.",
            "expected": "the recipients show \"delivered\" or \"sent\"."
          }
        ]
      },
      {
        "title": "The site has no internet or no power",
        "steps": [
          {
            "text": "Find out what still works: the internal network, telephones, mobile data.",
            "expected": "you know if people reach the address in PUBLIC_URL, and if the server reaches its providers."
          },
          {
            "text": "With a second place, open its address over mobile data. Switch the first place off, then release (docs/operate/second-place.md) the second with an owner's password and authenticator app, or with the printed code.",
            "expected": "\"Released by …\", and within a minute the sign-in. Send alarms from there."
          },
          {
            "text": "Without a second place, switch the server off and start the emergency copy (docs/operate/second-place.md) on its laptop. With the archive, the command is ./meldekette start --from FILE.\n LOCAL_CHANNELS=1 DATA_DIR=copy npm start -- --from FILE",
            "expected": "the program asks for passphrase and key, and prints an address. Release the copy on this page with the printed code, then send alarms from there."
          },
          {
            "text": "If the server stays on: without its provider, an alarm is tried again for an hour, and any other message for a day. Stop those that are over.",
            "expected": "the report shows how many were not sent."
          },
          {
            "text": "Call people from the printed crisis folder, or from Call list (offline too). Write down who comes.",
            "expected": "enough people are on their way."
          },
          {
            "text": "When it works again, decide about each entry at the top of the page on every device that was in use, and enter the answers by hand.",
            "expected": "no entry is left. The board shows everyone who comes."
          }
        ]
      },
      {
        "title": "A wrong alarm was sent",
        "steps": [
          {
            "text": "Open the report and choose Stop at each message.",
            "expected": "\"stopped: … not sent\". No one else is asked. What a provider has accepted can't be called back."
          },
          {
            "text": "Choose the correction, or Send the all-clear, check the text, and send it.",
            "expected": "everyone who may have got the alarm gets it, also those with an unknown outcome."
          },
          {
            "text": "Look at the event log: who sent it, when, and how it was started.",
            "expected": "a user, an API key or a trigger. If it is none that should have, continue with card 10."
          }
        ]
      },
      {
        "title": "An account, a device or a key is stolen",
        "steps": [
          {
            "text": "End the sessions: Administration › Users, the user, Sessions. Or deactivate the user.",
            "expected": "the list is empty. Open pages of this user end at once, also live views."
          },
          {
            "text": "Let the user set a new password, remove unknown passkeys in the profile, and set up the second factor again. A new password leaves passkeys as they are.",
            "expected": "the profile lists only passkeys and devices that the user knows."
          },
          {
            "text": "Revoke API keys and tokens that the person or device knew: Administration › Setup › API keys, and those of directories.",
            "expected": "a request with the key returns 401."
          },
          {
            "text": "Read the security log and the audit log from the last day on which everything was right.",
            "expected": "sign-ins, downloads and changes that you can explain. Undo the others."
          },
          {
            "text": "Check that the logs are complete:\n mk verify-log EVENT",
            "expected": "exit status 0, and no changed, removed or inserted entry."
          }
        ]
      }
    ]
  }
};
