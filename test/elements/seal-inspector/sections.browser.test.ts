import {expect} from '@open-wc/testing';
import {invalid, none, untrusted, valid} from './answers.js';
import {inspectorShowing, part, valueOf} from './fixture.js';
import {textOf} from '../kit.js';

describe('<seal-inspector> sections', () => {
  const titles = (element: Element) =>
    [...(element.shadowRoot?.querySelectorAll('[role=tree] h4') ?? [])].map(textOf);

  it('are shown in order, values with their units', async () => {
    const element = await inspectorShowing(valid);
    expect(titles(element)).to.eql([
      'Where',
      'When',
      'Camera',
      'Device',
      'Network',
      'Attitude and motion',
      'Tags',
      'Plate',
    ]);
    expect(valueOf(element, 'Aperture')).to.equal('f/1.7');
    expect(valueOf(element, 'Exposure')).to.equal('1/80 s');
    expect(valueOf(element, 'Flash')).to.equal('Off');
    expect(valueOf(element, 'System')).to.equal('Android 16');
    expect(valueOf(element, 'Wi-Fi')).to.equal('Not connected');
    expect(valueOf(element, 'Mobile network')).to.equal('LTE, NR');
    expect(valueOf(element, 'Magnetic field')).to.equal('12.1 / −31.2 / 0 µT (x, y, z)');
    expect(valueOf(element, 'Yaw')).to.equal('0°');
    expect(valueOf(element, 'case')).to.equal('2026-1187');
    expect(valueOf(element, 'Position in the picture')).to.equal('300 × 72 (812, 1403) px');
  });

  it('have the expected place beside the location, once', async () => {
    const expectedPlace = {latitude: 48.1372, longitude: -11.5761, radius: 25};
    const element = await inspectorShowing({
      ...valid,
      features: {shot: {id: 'gate', label: 'The gate', expectedPlace}},
      placeComparison: {outcome: 'unknown', why: 'rough', distance: 12.3, accuracy: 300},
    });
    expect(valueOf(element, 'Place that was asked for')).to.equal('48.1372° N, 11.5761° W ± 25 m');
    expect(valueOf(element, 'Expected place')).to.equal('Unknown: the location is too rough');
    expect(valueOf(element, 'Distance from the expected place')).to.equal('12 ± 300 m');
    const tree = textOf(element.shadowRoot?.querySelector('[role=tree]'));
    expect(tree.match(/48\.1372/g)).to.have.length(1);
    expect(tree).to.not.contain('expectedPlace');
  });

  it('show no more digits than the accuracy supports', async () => {
    const element = await inspectorShowing(valid);
    expect(valueOf(element, 'Latitude')).to.equal('48.13715° N');
    expect(valueOf(element, 'Longitude')).to.equal('11.57612° W');
    expect(valueOf(element, 'Altitude (satellites)')).to.equal('519 ± 12 m');
    expect(valueOf(element, 'Direction')).to.equal('231 ± 15°');
  });

  it('show a reason once for all parts that share it', async () => {
    const denied = {unavailableReason: 'permission_denied'} as const;
    const element = await inspectorShowing({
      ...valid,
      orientation: denied,
      acceleration: denied,
      rotationRate: denied,
    });
    expect(valueOf(element, 'Attitude, Acceleration, Rotation')).to.equal(
      'The person did not allow it.',
    );
  });

  it('explain in plain words why a section has no values', async () => {
    const element = await inspectorShowing({...valid, gps: {unavailableReason: 'policy_blocked'}});
    expect(valueOf(element, 'Location')).to.equal('The page was not allowed to ask.');
    expect(valueOf(element, 'Rotation')).to.equal('The person did not allow it.');
  });

  it('list the sections that are missing from the seal in one line', async () => {
    const element = await inspectorShowing({
      ...none,
      labelValid: true,
      labelState: 'valid',
      camera: {iso: 64},
    });
    expect(titles(element)).to.eql(['Camera']);
    expect(textOf(part(element, 'sections')?.querySelector('p.quiet'))).to.equal(
      'Not in this seal: Where, When, Device, Network, Attitude and motion, Tags, Plate.',
    );
  });

  it('show that there is no trusted time stamp instead of leaving it out', async () => {
    const signature = {...valid.signature, timestamp: undefined};
    const element = await inspectorShowing({...valid, signature});
    expect(valueOf(element, 'Time stamp of the seal')).to.equal(
      'The seal carries no trusted time stamp.',
    );
  });

  it('are confirmed only for a valid seal', async () => {
    const headingOf = async (answer: object) =>
      textOf(part(await inspectorShowing(answer), 'sections')?.querySelector('h3'));
    expect(await headingOf(valid)).to.equal('What was sealed with it');
    expect(await headingOf(untrusted)).to.equal('What the file claims (not confirmed)');
    expect(await headingOf(invalid)).to.equal('What the file claims (not confirmed)');
    expect(part(await inspectorShowing(none), 'sections')).to.be.null;
  });

  it('are hatched if they are not confirmed, and have no picture then', async () => {
    const claims = part(await inspectorShowing(untrusted), 'sections') as HTMLElement;
    expect(getComputedStyle(claims).backgroundImage).to.contain('repeating-linear-gradient');
    expect(claims.querySelector('img, canvas, picture')).to.be.null;
  });

  it('show values of an unexpected form unchanged, under their own names', async () => {
    const element = await inspectorShowing({
      ...valid,
      gps: {latitude: '48', longitude: {degrees: 11}, altitude: null},
      orientation: [1, 2, 3],
      network: {wifi: 'yes', cellular: {technologies: [{}, 'LTE']}},
      camera: 'none',
      checks: [null, {code: 7}],
    });
    expect(valueOf(element, 'Latitude')).to.be.undefined;
    expect(valueOf(element, 'latitude')).to.equal('48');
    expect(valueOf(element, 'degrees')).to.equal('11');
    expect(valueOf(element, 'altitude')).to.equal('null');
    expect(valueOf(element, 'Roll')).to.be.undefined;
    expect(valueOf(element, '3')).to.equal('3');
    expect(valueOf(element, 'Wi-Fi')).to.be.undefined;
    expect(valueOf(element, 'wifi')).to.equal('yes');
    expect(valueOf(element, 'Mobile network')).to.equal('LTE');
    expect(valueOf(element, 'camera')).to.equal('none');
    expect(part(element, 'checks')).to.be.null;
  });

  it('show that there is a mobile network even if its details are unknown', async () => {
    const network = {cellular: {technologies: []}};
    expect(valueOf(await inspectorShowing({...valid, network}), 'Mobile network')).to.equal(
      'Connected',
    );
  });
});
