import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {languages} from '../../demo/packages/languages.mjs';
import type {Catalogue} from '../../src/elements/strings/catalogue.js';
import {languages as loaded} from '../../src/elements/strings/languages.js';

const folder = join(import.meta.dirname, '../../src/elements/strings');

/**
 * Every term in English, collected from all files. Words that only terms use are functions or strings, or in shared.ts.
 */
async function englishTerms(): Promise<Partial<Catalogue>> {
  const terms: Partial<Catalogue> = {};
  for (const name of readdirSync(join(folder, 'en'), {recursive: true, encoding: 'utf8'})) {
    // One has the terms for recordings under the same keys as those for photos, the other no terms but words for them.
    if (!name.endsWith('.ts') || /(capture-of-recordings|shared)\.ts$/.test(name)) continue;
    // The address is computed, so that the compiler of the tests does not resolve it.
    const module = name.replaceAll('\\', '/').replace(/\.ts$/, '');
    const exported = (await import(`../../src/elements/strings/en/${module}.ts`)) as Record<
      string,
      unknown
    >;
    for (const value of Object.values(exported)) {
      if (typeof value === 'object') Object.assign(terms, value);
    }
  }
  return terms;
}

const stringsOf = async (language: string): Promise<Partial<Catalogue>> => {
  const begin = loaded.get(language);
  assert.ok(begin, language);
  return (await begin()).strings;
};

/** Words that some of these languages share with English. */
const same = new Set([
  ...['Altitude (satellites)', 'App', 'Barometer', 'Browser', 'Camera', 'Direction', 'File'],
  ...['Flash', 'Latitude', 'Lens', 'Longitude', 'Maker', 'Manual', 'Model', 'Mono', 'Name', 'No'],
  ...['Position', 'Product', 'Rotation', 'SHA-256', 'Stereo', 'System', 'Tags', 'Type', 'Verdict'],
  ...['Pause', 'Technologies', 'Wi-Fi', 'Zoom', 'photo', 'N', 'E', 'S', 'W'],
]);

/** Words that occur only in English and in nearly every English sentence. */
const english = /\b(the|this|was|were|with|your|has|have|not|could|its|and|file|seal)\b/i;

describe('the languages', () => {
  it('are those whose modules the packages contain', () => {
    assert.deepEqual([...loaded.keys()].sort(), [...languages].sort());
  });

  for (const language of languages) {
    it(`have every term: ${language}`, async () => {
      const [terms, strings] = [await englishTerms(), await stringsOf(language)];
      assert.deepEqual(Object.keys(strings).sort(), Object.keys(terms).sort());
      for (const key of Object.keys(terms) as (keyof Catalogue)[]) {
        const [own, first] = [strings[key], terms[key]];
        assert.equal(typeof own, typeof first, key);
        if (typeof own === 'string') assert.ok(own !== first || same.has(own), `${key}: ${own}`);
      }
    });

    it(`contain no English sentence: ${language}`, () => {
      const root = join(folder, language);
      for (const name of readdirSync(root, {recursive: true, encoding: 'utf8'})) {
        if (!name.endsWith('.ts')) continue;
        // Comments are in English, and the Italian word for a file is "file".
        const code = readFileSync(join(root, name), 'utf8').replace(
          /^\s*(\/\*\*.*|import .*)$/gm,
          '',
        );
        for (const [, text = ''] of code.matchAll(/(?<=[:(,?[]\s*)['`]([^'`]{12,})['`]/g)) {
          // The code of a check, such as org.sealed-capture.seal.detached, is a key and no sentence.
          if (/^[\w-]+(\.[\w-]+)+$/.test(text)) continue;
          const said = text
            .replace(/\$\{[^}]*\}/g, '')
            .replace(/\b(file|was|has|not|have|with)\b/g, (word) =>
              language === 'it' && word === 'file' ? '' : word,
            );
          const isOwnWord = (language === 'nl' || language === 'de') && /\b(was|has)\b/i.test(said);
          assert.ok(isOwnWord || !english.test(said), `${name}: ${text}`);
        }
      }
    });

    it(`explain every code of a check: ${language}`, async () => {
      const {checkExplained: explained} = await stringsOf(language);
      assert.ok(explained);
      const source = readFileSync(join(folder, '../../seal/engine/explanations.ts'), 'utf8');
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
      assert.notEqual(explained('claim.missing', true), explained('claim.missing'));
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
