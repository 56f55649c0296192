import { kind } from './kind.ts';

type Titled = { report: number; title: string };

/** What the log says about reports. */
export const reportKinds = {
  report_created: kind<Titled>({
    de: ({ title }) => `Meldung angelegt: ${title}`,
    en: ({ title }) => `Report created: ${title}`,
  }),
  report_updated: kind<Titled>({
    de: ({ title }) => `Meldung geändert: ${title}`,
    en: ({ title }) => `Report changed: ${title}`,
  }),
  report_channels_added: kind<Titled & { channels: string[] }>({
    de: ({ title, channels }) =>
      `${channels.length === 1 ? 'Kanal' : 'Kanäle'} zur Meldung „${title}“ hinzugefügt: ${channels.join(', ')}`,
    en: ({ title, channels }) =>
      `${channels.length === 1 ? 'Channel' : 'Channels'} added to the report “${title}”: ${channels.join(', ')}`,
  }),
  report_deleted: kind<Titled>({
    de: ({ title }) => `Meldung gelöscht: ${title}`,
    en: ({ title }) => `Report deleted: ${title}`,
  }),
};
