import assert from 'node:assert/strict';
import test from 'node:test';
import { offered, questionsIn } from './offered.ts';
import type { Proposal, Snippet } from './queries.ts';

const snippet = (id: string, content = 'Text', type = 'information'): Snippet =>
  ({ id, name: `Baustein ${id}`, content, snippetType: { id: type, name: type } }) as Snippet;
const proposal = (snippetId: string, eventType: string | null, reportType: string): Proposal =>
  ({
    eventType: eventType && { id: eventType },
    reportType: { id: reportType },
    snippet: { id: snippetId },
  }) as Proposal;

const about = { eventType: 'brand', reportType: 'staff' };
const anything = { words: '', snippetType: '', eventType: '' };
const ids = (snippets: readonly Snippet[]) => snippets.map(({ id }) => id).join('');

test('lists snippets for the event and report first, then those for any event', () => {
  const snippets = ['a', 'b', 'c', 'd', 'e'].map((id) => snippet(id));
  const proposals = [
    proposal('b', 'brand', 'press'),
    proposal('c', null, 'staff'),
    proposal('d', 'brand', 'staff'),
    proposal('e', 'flut', 'staff'),
    proposal('d', null, 'staff'),
  ];
  const { fitting, others } = offered(snippets, proposals, about, anything);
  assert.deepEqual([ids(fitting), ids(others)], ['dcb', 'ae']);
  const noType = offered(snippets, proposals, { ...about, eventType: undefined }, anything);
  assert.deepEqual([ids(noType.fitting), ids(noType.others)], ['cd', 'abe']);
});

test('every word must match name, type or text in any spelling', () => {
  const snippets = [snippet('a', '<p>Bitte <b>räumen</b> Sie</p>'), snippet('b', 'Bitte bleiben', 'closing')];
  const found = (words: string) => {
    const { fitting, others } = offered(snippets, [], about, { ...anything, words });
    return ids([...fitting, ...others]);
  };
  assert.deepEqual(['bitte', 'RAUMEN bitte', 'closing', 'strong', ''].map(found), ['ab', 'a', 'b', '', 'ab']);
});

test('an event type shows snippets proposed for it or for all', () => {
  const snippets = ['a', 'b', 'c'].map((id) => snippet(id));
  const proposals = [proposal('a', 'flut', 'press'), proposal('b', null, 'staff'), proposal('c', 'brand', 'staff')];
  const { fitting, others } = offered(snippets, proposals, about, { ...anything, eventType: 'flut' });
  assert.equal(ids([...fitting, ...others]), 'ba');
});

test('asks for each question of a text once', () => {
  const text = 'Treffen: {{ input:"Ort" }}, {{input: „Zeit“}}, {{ event.name }}, {{ input:"Ort" }}';
  assert.deepEqual(
    questionsIn(text).map(({ question }) => question),
    ['Ort', 'Zeit'],
  );
});
