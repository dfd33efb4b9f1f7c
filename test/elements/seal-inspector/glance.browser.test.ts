import {expect, waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {invalid, valid} from './answers.js';
import {contents, facts, inspectorReading, picture} from './facts.js';
import {inspectorShowing, part} from './fixture.js';
import {all, textOf} from '../kit.js';

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36';

describe('<seal-inspector> what a reader asks first', () => {
  const partsOf = (element: Element) => all(element, '.glimpse').map(textOf);

  it('is where, when and with what, with tags and plate', async () => {
    const element = await inspectorShowing(valid);
    const [where, when, ...others] = partsOf(element);
    expect(when).to.match(/^When Time stamp of the seal .*2026.*UTC$/);
    expect([where, ...others]).to.eql([
      'Where 5 m N 48.13715° N 11.57612° W ± 8.4 m Open in a map app',
      'With what Device Pixel 9, Android 16 Camera back camera',
      'Tags case 2026-1187',
      'Plate Number M AB 1284',
    ]);
    await expect(element).to.be.accessible();
  });

  it('names the browser of a device without a model, and no version of a system that browsers make up', async () => {
    const element = await inspectorShowing({...valid, device: {userAgent: chrome}});
    expect(partsOf(element)[2]).to.equal('With what Device Android, Chrome 149 Camera back camera');
  });

  it('shows each of two equal tags, and says how many more there are', async () => {
    const tags = {photographer: 'Anna', witness: 'Anna', a: '1', b: '2', c: '3', d: '4'};
    const element = await inspectorShowing({...valid, tags});
    expect(partsOf(element)[3]).to.equal('Tags photographer Anna witness Anna a 1 b 2 And 2 more.');
  });

  it('says whether the place is the one that was expected, and never that a photo is false', async () => {
    const said = async (placeComparison: InspectionResult['placeComparison']) =>
      partsOf(await inspectorShowing({...valid, placeComparison}))[0]?.replace(
        /^.* Open in a map app ?/,
        '',
      );
    expect(await said({outcome: 'within', distance: 7.4, accuracy: 8.4})).to.equal(
      'Expected place Within the accuracy Distance from the expected place 7 ± 8.4 m',
    );
    expect(await said({outcome: 'outside', distance: 431.7, accuracy: 12})).to.equal(
      'Expected place Outside Distance from the expected place 432 ± 12 m',
    );
    expect(await said({outcome: 'unknown', why: 'absent'})).to.equal(
      'Expected place Unknown: no location with an accuracy',
    );
    expect(await said({outcome: 'unknown', why: 'old', distance: 3, accuracy: 5})).to.match(
      /^Expected place Unknown: the times of photo and location differ, or one is missing Distance/,
    );
    // Another service may say anything.
    const other = {outcome: 'constructor'} as unknown as InspectionResult['placeComparison'];
    expect(await said(other)).to.equal('');
  });

  it('says why there is no location', async () => {
    const gps = {unavailableReason: 'permission_denied'} as const;
    const element = await inspectorShowing({...valid, gps});
    expect(partsOf(element)[0]).to.equal('Where The person did not allow it.');
  });

  it('is on hatched ground, as what the file claims, where the seal does not hold', async () => {
    const element = await inspectorShowing(invalid);
    const claims = element.shadowRoot?.querySelector('.glance')?.closest('section');
    expect(claims?.matches('.claims')).to.be.true;
    expect(textOf(claims?.querySelector('h3'))).to.equal('What the file claims (not confirmed)');
  });

  it('has all values, passed checks, certificates, file and JSON folded away', async () => {
    const element = await inspectorShowing(valid);
    expect(all(element, 'details[open]')).to.eql([]);
    for (const name of ['checks', 'papers', 'json']) {
      expect(part(element, name)?.closest('[part=technical]'), name).not.to.be.null;
    }
    expect(textOf(part(element, 'technical')?.querySelector('summary'))).to.equal(
      'Technical 5 passed, 2 not checked',
    );
  });

  it('shows what did not pass above all data', async () => {
    const element = await inspectorShowing(invalid);
    const checks = part(element, 'checks') as HTMLElement;
    expect(checks.closest('[part=technical]')).to.be.null;
    expect(checks.getBoundingClientRect().bottom).to.be.at.most(
      part(element, 'preview')?.getBoundingClientRect().top ?? 0,
    );
  });

  it('fits in 1,800 px on a phone, with all sections', async () => {
    const full: InspectionResult = {...valid, acceleration: {x: 0, y: 0, z: 9.81}};
    const file = await picture('teal', [1600, 1200]);
    const [action] = contents.actions;
    const once = {actions: action ? [action] : [], ingredients: []};
    const element = await inspectorReading(full, facts(once), file);
    element.style.width = '390px';
    await waitUntil(
      () => element.shadowRoot?.querySelector('.preview canvas'),
      'the picture is drawn',
    );
    expect(element.getBoundingClientRect().height).to.be.below(1800);
  });
});
