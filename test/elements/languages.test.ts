import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {parse} from '@messageformat/parser';
import {languages, readCatalogue} from '../../demo/languages/catalogue.mjs';
import {compiled} from '../../demo/languages/compile.mjs';
import type {Catalogue} from '../../src/lang/compiled/catalogue.js';
import {languages as loaded} from '../../src/lang/compiled/languages.js';
import {explain} from '@sealed-capture/seal/engine/explanations.js';

const root = join(import.meta.dirname, '../..');

/** The messages of a catalogue, by key. */
const messagesOf = (language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readCatalogue(language)).filter(
      (entry): entry is [string, string] =>
        !entry[0].startsWith('@') && typeof entry[1] === 'string',
    ),
  );

/** What people read of a message, without arguments. */
const wordsOf = (message: string): string => {
  const said = (parts: ReturnType<typeof parse>): string[] =>
    parts.flatMap((part) => {
      if (part.type === 'content') return [part.value];
      return 'cases' in part ? part.cases.flatMap(({tokens}) => said(tokens as typeof parts)) : [];
    });
  return said(parse(message)).join(' ');
};

const stringsOf = async (language: string): Promise<Partial<Catalogue>> => {
  const begin = loaded.get(language);
  assert.ok(begin, language);
  return (await begin()).strings;
};

/** Words that some of these languages share with English. */
const same = new Set([
  ...[
    'Altitude (satellites)',
    'App',
    'Barometer',
    'Browser',
    'Camera',
    'Date',
    'Direction',
    'File',
  ],
  ...['Flash', 'Latitude', 'Lens', 'Longitude', 'Maker', 'Manual', 'Model', 'Mono', 'Name', 'No'],
  ...[
    'Position',
    'Product',
    'Rotation',
    'SHA-256',
    'Signature',
    'Stereo',
    'System',
    'Tags',
    'Type',
    'Verdict',
  ],
  ...['Intact', 'Pause', 'Technologies', 'Wi-Fi', 'Zoom', 'photo', 'N', 'E', 'S', 'W'],
]);

/** Words that occur only in English and in nearly every English sentence. */
const english = /\b(the|this|was|were|with|your|has|have|not|could|its|and|file|seal)\b/i;

describe('the languages', () => {
  it('are those whose modules the packages contain', () => {
    assert.deepEqual([...loaded.keys()].sort(), [...languages].sort());
  });

  it('are compiled from src/lang as it is', () => {
    for (const [name, code] of compiled()) {
      const path = join(root, 'src/lang/compiled', name);
      assert.equal(readFileSync(path, 'utf8'), code, `${name} is old: run \`npm run languages\``);
    }
  });

  it('have in English, for translators, what the verifier says of each check', () => {
    const engine = readFileSync(join(root, 'seal/src/engine/explanations.ts'), 'utf8');
    for (const [key, text] of Object.entries(messagesOf('en'))) {
      const [, code = ''] = /^explanations\.checkExplained\.(.*)$/.exec(key) ?? [];
      if (engine.includes(`'${code}'`)) assert.equal(text, explain(code));
    }
  });

  for (const language of languages) {
    it(`have every term: ${language}`, () => {
      const [english, own] = [messagesOf('en'), messagesOf(language)];
      const missing = Object.keys(english).filter((key) => !own[key]);
      assert.deepEqual(missing, []);
      for (const [key, text] of Object.entries(own)) {
        if (/[a-z]/i.test(wordsOf(text)) && !text.includes('{'))
          assert.ok(text !== english[key] || same.has(text), `${key}: ${text}`);
      }
    });

    it(`contain no English sentence: ${language}`, () => {
      for (const [key, message] of Object.entries(messagesOf(language))) {
        // The Italian word for a file is "file".
        const said = wordsOf(message).replace(/\b(file|was|has|not|have|with)\b/g, (word) =>
          language === 'it' && word === 'file' ? '' : word,
        );
        const isOwnWord = (language === 'nl' || language === 'de') && /\b(was|has)\b/i.test(said);
        assert.ok(isOwnWord || said.length < 12 || !english.test(said), `${key}: ${message}`);
      }
    });

    it(`have the apostrophes and quotation marks of print: ${language}`, () => {
      const ofDemo = readFileSync(join(root, `demo/texts/${language}.json`), 'utf8');
      const texts = {...messagesOf(language), ...(JSON.parse(ofDemo) as Record<string, string>)};
      const straight = Object.entries(texts).filter(([, text]) => /['"]/.test(text));
      assert.deepEqual(straight, []);
    });

    it(`explain every code of a check: ${language}`, async () => {
      const {checkExplained: explained, checkOfSource} = await stringsOf(language);
      assert.ok(explained && checkOfSource);
      const source = readFileSync(join(root, 'seal/src/engine/explanations.ts'), 'utf8');
      const codes = [...source.matchAll(/^\s*'([\w.-]+\.[\w.-]+)':/gm)].map(
        ([, code = '']) => code,
      );
      assert.ok(codes.length > 120);
      const general = ['cawg.new', 'timeStamp.new', 'ingredient.new', 'new'].map((code) =>
        explained(code),
      );
      for (const code of codes) {
        assert.ok(explained(code).length > 3, code);
        assert.ok(!general.includes(explained(code)), `${code}: ${explained(code)}`);
      }
      assert.match(checkOfSource('⟦⟧'), /.⟦⟧|⟦⟧./);
    });
  }

  it('write units in their own script where that is usual', async () => {
    const [ar, ja, pl] = await Promise.all(['ar', 'ja', 'pl'].map(stringsOf));
    const symbols = ['m', 'km', 's', 'm/s', 'm/s²', '°/s', 'hPa', 'µT', 'kHz', 'px'];
    for (const symbol of symbols)
      assert.doesNotMatch(ar?.unitIn?.(symbol) ?? 'a', /[a-z]/i, symbol);
    assert.equal(ja?.unitIn?.('s'), '秒');
    assert.equal(pl?.unitIn?.('hPa'), 'hPa');
  });

  it('name the status of an answer only if there is one', async () => {
    for (const language of languages) {
      const {failureRefused, failureTooLarge, failureUnconfirmed} = await stringsOf(language);
      for (const mode of ['image', 'audio'] as const) {
        const said = ['', '500', '500, 503'].map((status) => failureRefused?.(1, mode, status));
        assert.match(said[1] ?? '', /[(（]\S+\u00a0500[)）]/, language);
        assert.match(said[2] ?? '', /500, 503/, language);
        const without = [said[0], failureTooLarge?.(1, mode, ''), failureUnconfirmed?.('')];
        for (const text of without) assert.doesNotMatch(text ?? '(', /[(（]/, language);
      }
    }
  });

  it('have the plural forms that their grammar needs', async () => {
    const [pl, ar, ja] = await Promise.all(['pl', 'ar', 'ja'].map(stringsOf));
    const polish = [1, 2, 5, 22].map((count) => pl?.filesCount?.(count));
    assert.deepEqual(polish, ['1 plik', '2 pliki', '5 plików', '22 pliki']);
    const forms = [1, 2, 3, 11, 100].map((count) => ar?.filesCount?.(count));
    assert.equal(new Set(forms.map((words) => words?.replace(/\d+/, ''))).size, 5);
    const refused = (language?: Partial<Catalogue>) =>
      new Set([1, 2, 5].map((count) => language?.failureRefused?.(count, 'image', '500'))).size;
    assert.deepEqual([refused(pl), refused(ar), refused(ja)], [2, 3, 1]);
    assert.equal(ja?.filesCount?.(1)?.replace('1', '2'), ja?.filesCount?.(2));
  });
});
