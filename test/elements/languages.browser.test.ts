import {expect, waitUntil} from '@open-wc/testing';
import type {CameraState} from '../../src/core/camera/camera-session.js';
import {answers} from './seal-inspector/answers.js';
import {facts, inspectorReading} from './seal-inspector/facts.js';
import {CaptureAudioFixture} from './capture-audio/fixture.js';
import {CaptureImageFixture} from './capture-image/fixture.js';
import {live} from './fake-core.js';
import {textOf} from './kit.js';
import {overflowing} from './screens/overflow.js';

/** Renders the element in this language, 320 pixels wide. */
async function narrow(element: HTMLElement & {updateComplete: Promise<unknown>}, lang: string) {
  element.lang = lang;
  element.dir = lang === 'ar' ? 'rtl' : 'ltr';
  element.style.width = '320px';
  await new Promise((resolve) => setTimeout(resolve, 50));
  await element.updateComplete;
}

const states: CameraState[] = [
  {name: 'off'},
  {name: 'denied'},
  {name: 'blocked', byPolicy: false},
  {name: 'in-use'},
  {name: 'not-found'},
  live(),
];

for (const [lang, heading, start] of [
  ['de', 'Siegel unversehrt.', 'Aufnahme starten'],
  ['ar', 'الختم سليم.', 'بدء التسجيل'],
] as const) {
  describe(`the elements in ${lang}, 320 pixels wide`, () => {
    it('have room for the inspector’s text for each verdict', async () => {
      for (const answer of Object.values(answers)) {
        const element = await inspectorReading(answer, facts());
        await narrow(element, lang);
        const root = element.shadowRoot;
        if (answer === answers.valid) {
          await waitUntil(() => textOf(root?.querySelector('h2')) === heading, 'it is translated');
        }
        for (const folded of root?.querySelectorAll('details') ?? []) folded.open = true;
        expect(root && overflowing(root)).to.deep.equal([]);
        expect(element.scrollWidth).to.be.at.most(320);
      }
    });

    it('have room for the camera’s text in each state', async () => {
      const fixture = await CaptureImageFixture.create();
      await narrow(fixture.element, lang);
      for (const state of states) {
        await fixture.show(state);
        const root = fixture.element.shadowRoot;
        expect(root && overflowing(root), state.name).to.deep.equal([]);
      }
    });

    it('have room for the recorder’s text', async () => {
      const fixture = await CaptureAudioFixture.create();
      await narrow(fixture.element, lang);
      const root = fixture.element.shadowRoot;
      await waitUntil(() => root?.innerHTML.includes(start), 'it is translated');
      expect(root && overflowing(root)).to.deep.equal([]);
      await fixture.record(3);
      expect(root && overflowing(root)).to.deep.equal([]);
      await fixture.element.stopRecording();
      await fixture.settled();
      expect(root && overflowing(root)).to.deep.equal([]);
    });
  });
}
