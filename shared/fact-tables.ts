import { withCorrection } from './event-log/correction.ts';
import { logText } from './event-log/kinds.ts';
import { type ByLanguage, textIn, writtenIn } from './label.ts';
import type { EarlierMessageFact, Facts, MessageFact, PeopleFact, TaskFact } from './situation-report-facts.ts';

/** Facts as a table; the first column is the row heading. */
export interface FactTable {
  columns: string[];
  rows: string[][];
  /** A sentence for an empty or truncated table. */
  note: string | null;
}

export interface FactReader {
  language: string;
  time: (moment: string) => string;
}

interface Words {
  event: readonly string[];
  states: Record<'draft' | 'running' | 'finished', string>;
  allClear: string;
  messages: string[];
  people: (figures: PeopleFact) => string;
  answers: string[];
  everyone: string;
  limits: string[];
  tasks: string[];
  taskStates: Record<'open' | 'overdue' | 'done', string>;
  log: string[];
  /** Text instead of an empty table. */
  none: Record<'messages' | 'answers' | 'limits' | 'tasks' | 'log', string>;
  more: (count: number) => string;
}

const words: ByLanguage<Words> = {
  de: {
    event: ['Ereignis', 'Ereignistyp', 'Zeitpunkt', 'Ort', 'Zustand'],
    states: { draft: 'Entwurf', running: 'Läuft', finished: 'Beendet' },
    allClear: 'Entwarnung',
    messages: [
      ...['Nachricht', 'Kanal', 'Versendet', 'Empfänger', 'Übergeben', 'Zugestellt', 'Offen', 'Fehlgeschlagen'],
      'Nicht gesendet',
    ],
    people: ({ people, asked, reserve, waiting, unreachable, notAsked }) =>
      `${people} Personen: ${asked} gefragt, ${reserve + waiting} in Reserve, ${unreachable} nicht erreichbar, ${notAsked} nicht gefragt`,
    answers: ['Gruppe', 'Kommen', 'Kommen nicht', 'Unklar', 'Ohne Antwort', 'Eingetroffen'],
    everyone: 'Alle',
    limits: ['Gruppe', 'Gebraucht', 'Zugesagt', 'Gefragt'],
    tasks: ['Aufgabe', 'Funktion', 'Fällig', 'Stand'],
    taskStates: { open: 'Offen', overdue: 'Überfällig', done: 'Erledigt' },
    log: ['Zeit', 'Eintrag'],
    none: {
      messages: 'Bisher wurde nichts versendet.',
      answers: 'Bisher wurde niemand um Rückmeldung gebeten.',
      limits: 'Es gibt keine Stopplimits.',
      tasks: 'Es gibt keine Aufgaben.',
      log: 'Keine Einträge seit dem letzten Lagebericht.',
    },
    more: (count) => `Weitere, ältere: ${count}`,
  },
  en: {
    event: ['Event', 'Event type', 'Time', 'Place', 'State'],
    states: { draft: 'Draft', running: 'Running', finished: 'Finished' },
    allClear: 'all-clear',
    messages: [
      ...['Message', 'Channel', 'Sent', 'Recipients', 'Handed over', 'Delivered', 'Open', 'Failed'],
      'Not sent',
    ],
    people: ({ people, asked, reserve, waiting, unreachable, notAsked }) =>
      `${people} people: ${asked} asked, ${reserve + waiting} in reserve, ${unreachable} unreachable, ${notAsked} not asked`,
    answers: ['Group', 'Coming', 'Not coming', 'Unclear', 'No answer', 'Arrived'],
    everyone: 'Everyone',
    limits: ['Group', 'Needed', 'Confirmed', 'Asked'],
    tasks: ['Task', 'Function', 'Due', 'State'],
    taskStates: { open: 'Open', overdue: 'Overdue', done: 'Done' },
    log: ['Time', 'Entry'],
    none: {
      messages: 'Nothing has been sent so far.',
      answers: 'No one has been asked for an answer so far.',
      limits: 'There are no stop limits.',
      tasks: 'There are no tasks.',
      log: 'No entries since the last situation report.',
    },
    more: (count) => `Further, older ones: ${count}`,
  },
};

/** Returns the facts as a table in the reader's language. */
export function factTable(facts: Facts, { language, time }: FactReader): FactTable {
  const text = textIn(words, language);
  switch (facts.source) {
    case 'event': {
      const type = writtenIn({ de: facts.eventType, en: facts.eventTypeEn }, language) || null;
      const values = [
        facts.name,
        type,
        time(facts.eventDate),
        facts.location,
        [text.states[facts.state], facts.allClearAt && `${text.allClear} ${time(facts.allClearAt)}`]
          .filter(Boolean)
          .join(', '),
      ];
      return { columns: [], rows: text.event.map((label, at) => [label, values[at] ?? '–']), note: null };
    }
    case 'messages': {
      const rows = facts.messages.map((message) => [
        ...[message.title, writtenIn({ de: message.channel, en: message.channelEn }, language), time(message.at)],
        ...deliveryCells(message),
      ]);
      return { columns: text.messages, rows, note: noteOf(rows, text.none.messages, text.more, facts.more) };
    }
    case 'answers': {
      const rows = facts.groups.map(({ group, positive, negative, neutral, none, arrived }) => [
        group ?? text.everyone,
        ...[positive, negative, neutral, none, arrived ?? '–'].map(String),
      ]);
      const people = facts.people && rows.length > 0 ? text.people(facts.people) : null;
      return { columns: text.answers, rows, note: noteOf(rows, text.none.answers) ?? people };
    }
    case 'limits': {
      const rows = facts.limits.map((limit) => [
        limit.group,
        ...[limit.needed, limit.reached, limit.contacted].map(String),
      ]);
      return { columns: text.limits, rows, note: noteOf(rows, text.none.limits) };
    }
    case 'tasks': {
      const rows = facts.tasks.map((task) => [
        task.text,
        task.group ?? '–',
        task.dueAt ? time(task.dueAt) : '–',
        taskState(task, facts.at, text.taskStates, time),
      ]);
      return { columns: text.tasks, rows, note: noteOf(rows, text.none.tasks, text.more, facts.more) };
    }
    case 'log': {
      const rows = facts.entries.map((entry) => {
        const { at, corrects, isCorrected = false } = entry;
        const marks = { corrects: corrects ? time(corrects) : null, isCorrected };
        return [time(at), withCorrection(logText(entry, language), marks, language)];
      });
      return { columns: text.log, rows, note: noteOf(rows, text.none.log, text.more, facts.more) };
    }
  }
}

/** Formats a message's figures; figures missing in earlier versions are dashes. */
function deliveryCells(message: MessageFact | EarlierMessageFact): string[] {
  if ('reached' in message) return [message.total, message.reached, '–', message.open, message.failed, '–'].map(String);
  const { total, handedOver, delivered, underWay, waiting, failed, unreachable, notSent } = message;
  return [total, handedOver, delivered, underWay + waiting, failed + unreachable, notSent].map(String);
}

function taskState(
  { dueAt, doneAt, doneBy }: TaskFact,
  at: string,
  states: Words['taskStates'],
  time: FactReader['time'],
): string {
  if (doneAt) return [`${states.done} ${time(doneAt)}`, doneBy].filter(Boolean).join(', ');
  return dueAt && Date.parse(dueAt) < Date.parse(at) ? states.overdue : states.open;
}

const noteOf = (rows: readonly unknown[], none: string, more?: (count: number) => string, left = 0) =>
  rows.length === 0 ? none : left > 0 && more ? more(left) : null;
