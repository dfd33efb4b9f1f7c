import {expect} from '@open-wc/testing';
import {LitElement} from 'lit';
import {Localize, registerStrings} from '../../src/elements/strings/localize.js';

class Speaker extends LitElement {
  readonly say = new Localize(this, {photoTake: 'Take photo', failureUndo: 'Undo'});
}
customElements.define('test-speaker', Speaker);

/** Waits until the element shows this text. */
async function said(
  speaker: Speaker,
  words: string,
  key: 'photoTake' | 'failureUndo' = 'photoTake',
) {
  const until = performance.now() + 5_000;
  while (speaker.say.term(key) !== words && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(speaker.say.term(key)).to.equal(words);
}

describe('the language of an element', () => {
  let around: HTMLElement;
  let speaker: Speaker;
  beforeEach(() => {
    around = document.createElement('section');
    speaker = document.createElement('test-speaker') as Speaker;
    around.append(speaker);
    document.body.append(around);
  });
  afterEach(() => around.remove());

  it('is that of the nearest lang, and English until its terms are loaded', async () => {
    around.lang = 'pl';
    await new Promise((resolve) => setTimeout(resolve));
    expect(speaker.say.lang()).to.equal('pl');
    await said(speaker, 'Zrób zdjęcie');
    speaker.lang = 'en';
    await said(speaker, 'Take photo');
  });

  it('changes with the lang of an ancestor, also across shadow roots', async () => {
    const host = document.createElement('div');
    host.attachShadow({mode: 'open'}).append(speaker);
    around.append(host);
    around.lang = 'nl';
    await said(speaker, 'Foto maken');
    around.lang = 'it';
    await said(speaker, 'Scatta una foto');
  });

  it('renders nothing again if the same lang is written once more', async () => {
    let renderings = 0;
    speaker.requestUpdate = () => void renderings++;
    around.lang = 'nl';
    await said(speaker, 'Foto maken');
    await new Promise((resolve) => setTimeout(resolve, 20));
    renderings = 0;
    around.lang = 'nl';
    around.setAttribute('lang', 'nl');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(renderings).to.equal(0);
    around.dir = 'rtl';
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(renderings).to.equal(1);
  });

  it('falls back from a region to its language, and to English if it knows neither', async () => {
    around.lang = 'de-AT';
    await said(speaker, 'Foto aufnehmen');
    around.lang = 'fi';
    await said(speaker, 'Take photo');
    around.lang = 'no such language';
    await said(speaker, 'Take photo');
  });

  it('uses terms that a page registers before those of the package', async () => {
    registerStrings('pt-PT', {photoTake: 'Tirar fotografia'});
    around.lang = 'pt-PT';
    await said(speaker, 'Tirar fotografia');
    await said(speaker, 'Desfazer', 'failureUndo');
    registerStrings('sv', {photoTake: 'Ta en bild'});
    around.lang = 'sv-SE';
    await said(speaker, 'Ta en bild');
    await said(speaker, 'Undo', 'failureUndo');
  });

  it('is not looked up again after the element has left the page', async () => {
    around.lang = 'fr';
    await said(speaker, 'Prendre une photo');
    speaker.remove();
    around.lang = 'es';
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(speaker.say.term('photoTake')).to.equal('Prendre une photo');
  });
});
