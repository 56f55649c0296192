import type { CourseName } from '#shared/charts/course.ts';
import type { ByLanguage } from '#shared/label.ts';

/** Message states of a channel, in drawing order. */
export type ChannelPart = 'handedOver' | 'open' | 'failed' | 'suppressed';

/** Answer kinds of a group, in drawing order. */
export type GroupPart = 'positive' | 'neutral' | 'negative' | 'none';

/** Texts of the charts in one language, with formatted counts. */
interface ChartWords {
  course: string;
  courseNames: Record<CourseName, string>;
  asked: (count: string) => string;
  courseSummary: (counts: Record<CourseName | 'asked' | 'time', string>) => string;
  expected: string;
  arrived: string;
  late: string;
  first: (count: string) => string;
  channelParts: Record<ChannelPart, string>;
  channelBar: (name: string, answers: string) => string;
  channelSummary: (name: string, counts: Record<'handedOver' | 'messages' | 'answers', string>) => string;
  groupParts: Record<GroupPart, string>;
  groupSummary: (name: string, counts: Record<'positive' | 'people' | 'none', string>) => string;
  largest: (count: string) => string;
}

/** The words by language. */
export const chartWords: ByLanguage<ChartWords> = {
  de: {
    course: 'Antworten und Ankünfte',
    courseNames: { answered: 'Geantwortet', coming: 'Zugesagt', arrived: 'Eingetroffen' },
    asked: (count) => `${count} gefragt`,
    courseSummary: ({ asked, time, answered, coming, arrived }) =>
      `Von ${asked} Gefragten hatten nach ${time} ${answered} geantwortet, davon ${coming} zugesagt; ${arrived} waren eingetroffen.`,
    expected: 'Erwartet',
    arrived: 'Eingetroffen',
    late: 'Später als angekündigt',
    first: (count) => `Gezeichnet sind die ersten ${count}; die Tabelle nennt alle.`,
    channelParts: {
      handedOver: 'Übergeben',
      open: 'Unterwegs',
      failed: 'Fehlgeschlagen',
      suppressed: 'Nicht versucht',
    },
    channelBar: (name, answers) => `${name} – Antworten: ${answers}`,
    channelSummary: (name, { handedOver, messages, answers }) =>
      `${name}: ${handedOver} von ${messages} übergeben, Antworten: ${answers}.`,
    groupParts: { positive: 'Kommen', neutral: 'Unklar', negative: 'Kommen nicht', none: 'Ohne Antwort' },
    groupSummary: (name, { positive, people, none }) =>
      `${name}: ${positive} von ${people} zugesagt, ${none} ohne Antwort.`,
    largest: (count) => `Gezeichnet sind die ${count} größten; die Tabelle nennt alle.`,
  },
  en: {
    course: 'Answers and arrivals',
    courseNames: { answered: 'Answered', coming: 'Said yes', arrived: 'Arrived' },
    asked: (count) => `${count} asked`,
    courseSummary: ({ asked, time, answered, coming, arrived }) =>
      `Of ${asked} people asked, ${answered} had answered after ${time} (${coming} accepted); ${arrived} had arrived.`,
    expected: 'Expected',
    arrived: 'Arrived',
    late: 'Later than announced',
    first: (count) => `Drawn are the first ${count}; the table names all.`,
    channelParts: { handedOver: 'Handed over', open: 'Under way', failed: 'Failed', suppressed: 'Not tried' },
    channelBar: (name, answers) => `${name} – answers: ${answers}`,
    channelSummary: (name, { handedOver, messages, answers }) =>
      `${name}: ${handedOver} of ${messages} handed over, answers: ${answers}.`,
    groupParts: { positive: 'Coming', neutral: 'Unclear', negative: 'Not coming', none: 'No answer' },
    groupSummary: (name, { positive, people, none }) =>
      `${name}: ${positive} of ${people} coming, ${none} without an answer.`,
    largest: (count) => `Drawn are the ${count} largest; the table names all.`,
  },
};
