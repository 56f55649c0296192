import assert from 'node:assert/strict';
import test from 'node:test';
import { inputs } from '#testing/linear/inputs.ts';
import { furtherArguments, otherReaders, readOnlyOwn } from '#testing/linear/readers.ts';
import { slowInput } from '#testing/linear/time.ts';
import { sourceFiles } from '../../scripts/source-files.ts';

// finds and tries new functions by itself
const files = sourceFiles('server', 'shared').filter(
  ({ path }) => !/\.test\.ts$|^server\/(platform\/(database|installation|seals)|records\/log-file)\//.test(path),
);
const declared =
  /^export (?:async )?(?:function (\w+)(?:<[^(]*>)?|const (\w+) = (?:async )?)\(\s*(\w+)\??: (?:string|string \| null)\b([\s\S]{0,60})/gm;
const texts = new Set(
  'answer,body,cell,content,header,html,line,one,password,pasted,reply,said,sender,source,table,term,text,title,told,userAgent,value,word,words,written'.split(
    ',',
  ),
);

const readers = files.flatMap(({ path, text }) =>
  [...text.matchAll(declared)]
    .filter(([, , , first]) => texts.has(first!))
    .map(([, one, other, , rest]) => {
      const name = `${path}#${one ?? other}`;
      return { path, name, exported: (one ?? other)!, takesMore: /^\s*,\s*(?:\w+|\{[^}]*\}?)\s*(?::|$)/.test(rest!) };
    })
    .filter(({ name }) => !(name in readOnlyOwn)),
);

test('every function that takes a text reads 50,000 characters of any kind in linear time', async (t) => {
  assert.ok(readers.length > 60);
  for (const { path, name, exported, takesMore } of readers) {
    await t.test(name, async () => {
      const further = furtherArguments[name];
      assert.ok(further || !takesMore, `name its other arguments in furtherArguments: ${name}`);
      const { [exported]: read } = (await import(`../../${path}`)) as Record<string, (...given: unknown[]) => unknown>;
      assert.equal(await slowInput((text) => read!(text, ...(further ?? [])), inputs), null);
    });
  }
});

test('all other readers of foreign input take linear time', async (t) => {
  for (const [name, read] of Object.entries(otherReaders)) {
    await t.test(name, async () => assert.equal(await slowInput(read, inputs), null));
  }
});

test('the lists name only existing functions', () => {
  const known = new Set(
    files.flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, a, b]) => `${path}#${a ?? b}`)),
  );
  const named = [...Object.keys(furtherArguments), ...Object.keys(readOnlyOwn)];
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});
