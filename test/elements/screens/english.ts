import {expect} from '@open-wc/testing';
import type {LitElement} from 'lit';
import {answers} from '../seal-inspector/answers.js';
import {facts} from '../seal-inspector/facts.js';
import {EnglishWatch, textsGiven} from './english-left.js';
import {given} from './given.js';
import {pseudoLanguage, registerPseudoLanguage} from './pseudo-language.js';
import {speak, type Screens} from './screens.js';

/** The types of the files; CN is a part of a certificate's name, which is shown with spaces. */
const files = ['image/png', 'image/jpeg', 'audio/mpeg', 'application/x-unknown', 'CN', 'case'];
const data = textsGiven(given, answers, facts(), files);

/** Registers a test for these screens of an element, in a language whose terms can be told from all other text. */
export function describeEnglish(element: string, screens: Readonly<Record<string, Screens>>) {
  describe(`in a language of its own, each screen of ${element}`, () => {
    before(registerPseudoLanguage);

    for (const [name, show] of Object.entries(screens)) {
      it(`has no English left: ${name}`, async () => {
        const watches: EnglishWatch[] = [];
        const begin = async (shown: LitElement) => {
          await speak(shown, pseudoLanguage);
          watches.push(new EnglishWatch(shown.renderRoot, data));
        };
        let count = 0;
        for await (const _ of show(begin)) count++;
        for (const watch of watches) watch.stop();
        expect(count).to.be.greaterThan(0);
        expect(watches.flatMap(({found}) => [...found])).to.deep.equal([]);
      }).timeout(60_000);
    }
  });
}
