import assert from 'node:assert/strict';
import test from 'node:test';
import { languageCodes } from '#shared/languages.ts';
import { linkStandsAlone } from './link-place.ts';
import { systemMailTexts } from './texts.ts';

const alone = (content: string) => linkStandsAlone({ subject: 's', content });

test('allows the link as text of its own and as a whole address', () => {
  for (const content of [
    'Hier:\n{{ link }}\nBis bald',
    '({{ link }}), bitte',
    '<p>Hier: <a href="{{ link }}">Passwort setzen</a></p>',
    '<p><a href="{{link}}">{{ link }}</a></p>',
    '<p>Hier:</p><p>{{ link }}</p>',
    'ohne Link',
  ])
    assert.ok(alone(content), content);
  for (const language of languageCodes)
    for (const text of Object.values(systemMailTexts[language])) assert.ok(linkStandsAlone(text), text.content);
});

test('refuses the link as a part of another address', () => {
  for (const content of [
    'https://evil.example/?x={{ link }}',
    `https://evil.example/?x='{{ link }}`,
    'https://evil.example/{{ user.email }}{{ link }}',
    '<a href="https://evil.example/?x={{ link }}">Passwort setzen</a>',
    `<a href='https://evil.example/?x={{ link }}'>Passwort setzen</a>`,
    '<a href=https://evil.example/?x={{link}}>Passwort setzen</a>',
    '<a href="https://evil.example/">{{ link }}</a>',
    '<a href="https://evil.example/"><b>{{ link }}</b></a>',
    '<p>https://evil.example/?x=<b>{{ link }}</b></p>',
    '<p>{{ link }}{{ link }}</p>',
    `https://evil.example/${'('.repeat(300)}{{ link }}`,
  ])
    assert.equal(alone(content), false, content.slice(0, 80));
  assert.equal(linkStandsAlone({ subject: 'https://evil.example/?{{ link }}', content: 'x' }), false);
});
