import { withIcon } from './icons.ts';

/** Types of groups. */
export const groupTypes = [
  {
    identifier: 'crisis_team',
    name: 'Krisenstab',
    nameEn: 'Crisis team',
    description: 'Führt in der Krise.',
    descriptionEn: 'Leads in a crisis.',
    ...withIcon('alarm', 'red'),
  },
  {
    identifier: 'staff_function',
    name: 'Stabsfunktion',
    nameEn: 'Crisis team function',
    description: 'Ein Sachgebiet des Krisenstabs, z. B. S3 Einsatz.',
    descriptionEn: 'A section of the crisis team, e.g. S3 operations.',
    ...withIcon('groups', 'red'),
  },
  {
    identifier: 'department',
    name: 'Abteilung',
    nameEn: 'Department',
    description: 'Ein Bereich des Hauses.',
    descriptionEn: 'A part of the organisation.',
    ...withIcon('building', 'blue'),
  },
  {
    identifier: 'on_call',
    name: 'Rufbereitschaft',
    nameEn: 'On call',
    description: 'Kommt außerhalb der Dienstzeit, in der Rufreihenfolge.',
    descriptionEn: 'Comes outside working hours, in call order.',
    ...withIcon('clock', 'green'),
  },
  {
    identifier: 'partner',
    name: 'Externe Partner',
    nameEn: 'External partners',
    description: 'Behörden und Dienstleister außerhalb des Hauses.',
    descriptionEn: 'Authorities and service providers outside the organisation.',
    ...withIcon('handshake', 'yellow'),
  },
];

/** Types of mailing lists. */
export const listTypes = [
  {
    identifier: 'alarm',
    name: 'Alarmverteiler',
    nameEn: 'Alarm list',
    description: 'Ruft Personal ein.',
    descriptionEn: 'Calls staff in.',
    ...withIcon('alarm', 'red'),
  },
  {
    identifier: 'information',
    name: 'Informationsverteiler',
    nameEn: 'Information list',
    description: 'Informiert, ohne jemanden einzurufen.',
    descriptionEn: 'Informs without calling anybody in.',
    ...withIcon('staff', 'blue'),
  },
  {
    identifier: 'situation_report',
    name: 'Lageberichtsverteiler',
    nameEn: 'Situation report list',
    description: 'Erhält die Lageberichte.',
    descriptionEn: 'Gets the situation reports.',
    ...withIcon('report', 'green'),
  },
  {
    identifier: 'press',
    name: 'Presseverteiler',
    nameEn: 'Press list',
    description: 'Erreicht die Medien.',
    descriptionEn: 'Reaches the media.',
    ...withIcon('press', 'violet'),
  },
];

/** Types of snippets. */
export const snippetTypes = [
  {
    identifier: 'activation',
    name: 'Aktivierung',
    nameEn: 'Activation',
    description: 'Ruft Personal ein.',
    descriptionEn: 'Calls staff in.',
    ...withIcon('alarm', 'red'),
  },
  {
    identifier: 'information',
    name: 'Information',
    nameEn: 'Information',
    description: 'Informiert Belegschaft, Öffentlichkeit oder Medien.',
    descriptionEn: 'Informs staff, the public or the media.',
    ...withIcon('staff', 'blue'),
  },
  {
    identifier: 'instruction',
    name: 'Verhaltenshinweis',
    nameEn: 'Instruction',
    description: 'Sagt, was jetzt zu tun und zu lassen ist.',
    descriptionEn: 'Says what to do now and what not.',
    ...withIcon('text', 'yellow'),
  },
  {
    identifier: 'all_clear',
    name: 'Entwarnung',
    nameEn: 'All-clear',
    description: 'Beendet einen Einsatz.',
    descriptionEn: 'Ends an operation.',
    ...withIcon('allClear', 'green'),
  },
  {
    identifier: 'closing',
    name: 'Schluss',
    nameEn: 'Closing',
    description: 'Gruß und Ansprechpartner.',
    descriptionEn: 'Greeting and whom to contact.',
    ...withIcon('signature'),
  },
];
