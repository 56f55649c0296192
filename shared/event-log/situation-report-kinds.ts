import { kind } from './kind.ts';

type Numbered = { situationReport: number; number: number };

/** Log texts about situation reports. */
export const situationReportKinds = {
  situation_report_created: kind<Numbered>({
    de: ({ number }) => `Lagebericht Nr. ${number} begonnen`,
    en: ({ number }) => `Situation report no. ${number} started`,
  }),
  situation_report_submitted: kind<Numbered>({
    de: ({ number }) => `Lagebericht Nr. ${number} zur Freigabe vorgelegt`,
    en: ({ number }) => `Situation report no. ${number} submitted for approval`,
  }),
  situation_report_withdrawn: kind<Numbered>({
    de: ({ number }) => `Lagebericht Nr. ${number} aus der Prüfung zurückgenommen`,
    en: ({ number }) => `Situation report no. ${number} withdrawn from review`,
  }),
  situation_report_discarded: kind<Numbered>({
    de: ({ number }) => `Entwurf von Lagebericht Nr. ${number} verworfen`,
    en: ({ number }) => `Draft of situation report no. ${number} discarded`,
  }),
  situation_report_approved: kind<Numbered>({
    de: ({ number }) => `Lagebericht Nr. ${number} freigegeben`,
    en: ({ number }) => `Situation report no. ${number} approved`,
  }),
  situation_report_rejected: kind<Numbered & { reason: string }>({
    de: ({ number, reason }) => `Lagebericht Nr. ${number} zurückgegeben (${reason})`,
    en: ({ number, reason }) => `Situation report no. ${number} returned (${reason})`,
  }),
  situation_report_reopened: kind<Numbered>({
    de: ({ number }) => `Lagebericht Nr. ${number} wird überarbeitet`,
    en: ({ number }) => `Situation report no. ${number} is being revised`,
  }),
  situation_report_mailed: kind<Numbered & { count: number; lists: string[] }>({
    de: ({ number, count: people, lists }, count) =>
      `Lagebericht Nr. ${number} an ${count(people, 'Person', 'Personen')} gemailt: ${lists.join(', ')}`,
    en: ({ number, count: people, lists }, count) =>
      `Situation report no. ${number} mailed to ${count(people, 'person', 'people')}: ${lists.join(', ')}`,
  }),
};
