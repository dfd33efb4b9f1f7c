import {expect, waitUntil} from '@open-wc/testing';
import type {UnsealedMetadata} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {textOf} from '../kit.js';
import {none, untrusted} from './answers.js';
import {facts, inspectorReading} from './facts.js';
import {fileNamed} from './fixture.js';

const said: UnsealedMetadata = {
  gps: {latitude: 43.467448, longitude: 11.885127},
  camera: {aperture: 5.9, iso: 64},
  device: {model: 'COOLPIX P6000'},
  takenAt: '2008-10-22T16:28:39',
  software: 'Trans\u202efer <b>1.1</b>',
};

async function shown(answer = none, unsealed: UnsealedMetadata | null = said) {
  const read = {...facts(), seal: undefined, ...(unsealed && {unsealed})};
  const element = await inspectorReading(answer, read, fileNamed('photo.jpg'));
  const section = () => element.shadowRoot?.querySelector('.unsealed');
  return {element, section};
}

describe('what a file without a seal says of itself', () => {
  it('is shown, hatched, under a heading that anyone can write it', async () => {
    const {element, section} = await shown();
    await waitUntil(section, 'it is read');
    expect(textOf(section()?.querySelector('h3'))).to.equal('Not sealed: anyone can write this');
    expect(getComputedStyle(section() ?? element).backgroundImage).to.contain('repeating-linear');
    const text = textOf(section());
    for (const part of ['43.467448', 'f/5.9', 'ISO 64', 'COOLPIX P6000', '2008-10-22 16:28:39'])
      expect(text).to.contain(part);
    expect(text, 'as text, which cannot change the reading direction').to.contain(
      'Trans[U+202E]fer <b>1.1</b>',
    );
    await expect(element).to.be.accessible();
  });

  it('has its time in the zone that it names', async () => {
    const {section} = await shown(none, {takenAt: '2008-10-22T16:28:39+02:00'});
    await waitUntil(section, 'it is read');
    expect(section()?.querySelector('time')?.dateTime).to.contain('2008-10-22T');
  });

  it('is not shown for a file with a seal, and if there is nothing of it', async () => {
    const sealed = await shown(untrusted);
    const nothing = await shown(none, null);
    expect([sealed.section(), nothing.section()]).to.eql([null, null]);
  });
});
