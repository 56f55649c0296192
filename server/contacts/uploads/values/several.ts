import { isRounded } from '#shared/clean-text.ts';
import { meaningOf } from './kind-words.ts';

/** A value with its words: "privat: 089 12345". */
export interface Labelled {
  label: string;
  value: string;
}

const longest = 200;

/** Placing each takes time, and no one has more. */
const most = 20;

/** Returns a cell's addresses and numbers with words; beyond twenty, the rest is invalid. */
export function severalOf(cell: string): Labelled[] {
  // a comma that doesn't separate: "4,9171E+11", "0171,3920099", "anna@klinik,de"
  if (isRounded(cell) || /^(?:0|\+\d)\d{2,4},\s?\d[\d ]{4,11}$/.test(cell)) return [{ label: '', value: cell }];
  if (/^[^\s@,]+@[^\s@,.]+,[a-z]{2,}$/i.test(cell)) return [{ label: '', value: cell }];
  const parts = cell
    .split(/\n|;|,|\||:::|\s\/\s|\s(?:oder|or|und|and|bzw\.?)\s/)
    .map((part) => part.trim())
    .filter((part) => part);
  const found = parts.slice(0, most).map(labelled);
  return parts.length > most ? [...found, { label: '', value: `… ${parts.slice(most).join(', ')}` }] : found;
}

/** Parses a value with a name ("Anna Weiß <anna@weiss.example>") or words. */
function labelled(part: string): Labelled {
  if (part.length > longest) return { label: '', value: part };
  const [, name, address] = /^(.*)<([^<>\s]+@[^<>\s]+)>$/.exec(part) ?? [];
  if (address) return { label: name!.trim(), value: address };
  const [, before, sign, value, after] =
    /^([^\d+@:()]+)(:\s*|\s+)([+(\d].*?|\S+@\S+)\s*(\([^\d()]+\))?$/.exec(part) ?? [];
  // "anna weiss@klinik.example" lacks a dot
  if (value?.includes('@') && !sign!.includes(':') && !saysKind(before!)) return { label: '', value: part };
  if (value) return { label: [before, after].filter(Boolean).join(' '), value };
  const [, number, bracket] = /^([+(\d].*?|\S+@\S+)\s*(\([^\d()]+\))$/.exec(part) ?? [];
  return number ? { label: bracket!, value: number } : { label: '', value: part };
}

function saysKind(words: string): boolean {
  const { device, isPrivate } = meaningOf(words);
  return device !== null || isPrivate !== null;
}
