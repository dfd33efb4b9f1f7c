import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import type {LitElement} from 'lit';
import {languages} from '../../../src/lang/compiled/languages.js';
import {registerStrings} from '../../../src/elements/strings/localize.js';
import {overflowing} from './overflow.js';
import {speak, type Screens} from './screens.js';

/** The language with the longest words, and one from right to left. */
export const narrowLanguages = ['de', 'ar'];

/** Registers a test for these screens of an element, in each of the languages. */
export function describeNarrow(
  element: string,
  screens: Readonly<Record<string, Screens>>,
  langs: readonly string[],
) {
  for (const lang of langs) {
    describe(`in ${lang}, 320 pixels wide, each screen of ${element}`, () => {
      before(async () => {
        await setViewport({width: 320, height: 720});
        const load = languages.get(lang);
        if (load) registerStrings(lang, (await load()).strings);
      });
      after(() => setViewport({width: 800, height: 600}));

      for (const [name, show] of Object.entries(screens)) {
        it(`has room for its text: ${name}`, async () => {
          let shown: LitElement | undefined;
          const begin = async (next: LitElement) => {
            shown = next;
            next.style.inlineSize = '320px';
            await speak(next, lang);
          };
          const found: Record<string, string[]> = {};
          for await (const screen of show(begin)) {
            const root = shown?.shadowRoot;
            const without = root ? overflowing(root) : ['nothing is shown'];
            if (without.length > 0) found[screen] = without;
          }
          expect(found).to.deep.equal({});
        }).timeout(60_000);
      }
    });
  }
}
