import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {farApart} from '../../../../src/core/inspection/signals/far-apart.js';
import type {KnownFile} from '../../../../src/core/inspection/signals/known-file.js';
import {gps, invalid, known, none, sealed} from './known.js';

const munich = gps(48.137, 11.576, '2026-11-20T14:00:00Z');
const berlinAt = (time: string) => gps(52.52, 13.405, time);
/** 504 km in twelve minutes. */
const berlin = berlinAt('2026-11-20T14:12:00Z');

const found = (...answers: Loose[]) =>
  farApart(answers.map((answer, at) => known(`${at}.jpg`, answer)));

describe('two files of one camera that are too far apart', () => {
  it('are noted with distance, time and the camera as they name it', () => {
    const files = [known('b.jpg', sealed(berlin)), known('a.jpg', sealed(munich))] as const;
    const [signal, ...others] = farApart(files);
    assert.equal(others.length, 0);
    assert.equal(signal?.kind, 'apart');
    assert.deepEqual(signal.files, [files[1].id, files[0].id], 'in the order of their times');
    assert.equal(Math.round(signal.meters / 1000), 504);
    assert.equal(signal.milliseconds, 12 * 60_000);
    assert.equal(signal.device, 'Pixel 9, back camera');
    assert.equal(signal.isConfirmed, true);
  });

  it('are noted from 400 km/h on', () => {
    assert.equal(found(sealed(munich), sealed(berlinAt('2026-11-20T15:15:00Z'))).length, 1);
    assert.equal(found(sealed(munich), sealed(berlinAt('2026-11-20T15:16:00Z'))).length, 0);
  });

  it('are noted at equal times, above 50 km after both accuracies', () => {
    const at = (longitude: number, accuracy: number) =>
      sealed(gps(0.001, longitude, '2026-11-20T14:00:00Z', accuracy));
    // 111.19 km for each degree at the equator.
    assert.equal(found(at(0, 0), at(0.46, 0)).length, 1);
    assert.equal(found(at(0, 0), at(0.44, 0)).length, 0);
    assert.equal(found(at(0, 1000), at(0.46, 1000)).length, 0);
  });

  it('are near each other on both sides of the antimeridian', () => {
    const at = (longitude: number) => sealed(gps(0.001, longitude, '2026-11-20T14:00:00Z'));
    assert.equal(found(at(179.9), at(-179.9)).length, 0, '22 km');
    assert.equal(found(at(179), at(-179)).length, 1, '222 km');
  });

  it('are not noted unless everything that names the camera agrees', () => {
    const other = (sections: Loose, signature: Loose = {}) =>
      found(sealed(munich), sealed({...berlin, ...sections}, signature)).length;
    assert.equal(other({}), 1);
    assert.equal(other({device: {model: 'Pixel 8', os: 'Android'}}), 0);
    assert.equal(other({camera: {deviceName: 'front camera'}}), 0);
    assert.equal(other({}, {signedBy: 'Other Ltd'}), 0);
    assert.equal(other({tags: {account: 'ann'}}), 0, 'one says whose it is, the other does not');
    const ofModel = (place: Loose) => sealed({...place, camera: undefined});
    assert.equal(found(ofModel(munich), ofModel(berlin)).length, 0, 'a model alone is no device');
    const ofAnn = (place: Loose) => sealed({...place, camera: undefined, tags: {'User ID': 'ann'}});
    assert.equal(found(ofAnn(munich), ofAnn(berlin)).length, 1, 'model and account');
  });

  it('are of one camera by an id of the device that the page sealed, whoever signed', () => {
    const by = (place: Loose, deviceId: string, signedBy: string) =>
      sealed({...place, tags: {deviceId}}, {signedBy});
    assert.equal(found(by(munich, '7', 'One Ltd'), by(berlin, '7', 'Other Ltd')).length, 1);
    assert.equal(found(by(munich, '7', 'One Ltd'), by(berlin, '8', 'One Ltd')).length, 0);
  });

  it('are not noted without a place, or without the time of the location', () => {
    const {timestamp: _, ...timeless} = berlin.gps;
    const stamped = sealed({gps: timeless}, {timestamp: '2026-11-20T14:12:00Z'});
    assert.equal(found(sealed(munich), stamped).length, 0, 'it may be sealed long after');
    assert.equal(found(sealed(munich), sealed()).length, 0);
    const broken = sealed(gps(0, 0, '2026-11-20T14:12:00Z'));
    assert.equal(found(sealed(munich), broken).length, 0, 'no camera knows its place then');
    const impossible = sealed(gps(152.52, 13.4, '2026-11-20T14:12:00Z'));
    assert.equal(found(sealed(munich), impossible).length, 0);
    const zoneless = sealed(berlinAt('2026-11-20T14:12:00'));
    assert.equal(found(sealed(munich), zoneless).length, 0);
  });

  it('say if a seal does not confirm it', () => {
    const confirmed = (other: Loose) => found(sealed(munich), sealed({...berlin, ...other}))[0];
    assert.equal(confirmed({})?.isConfirmed, true);
    assert.equal(confirmed(invalid)?.isConfirmed, false);
    assert.equal(confirmed({labelValid: false, labelState: 'untrusted'})?.isConfirmed, false);
    const [ofSandbox] = found(sealed(munich), sealed(berlin, {environment: 'sandbox'}));
    assert.equal(ofSandbox?.isConfirmed, false);
  });

  it('are not claimed of unsealed files, which name no signer', () => {
    const unsealed = (place: typeof munich): KnownFile =>
      known('a.jpg', none, {unsealed: {...place, device: {model: 'Pixel 9'}}});
    assert.equal(farApart([unsealed(munich), unsealed(berlin)]).length, 0);
  });

  it('are one remark for each camera, with the number of further pairs', () => {
    const [signal, ...others] = found(
      ...[munich, munich, munich].map((place) => sealed(place)),
      ...[berlin, berlin, berlin].map((place) => sealed(place)),
    );
    assert.equal(others.length, 0);
    assert.ok(signal?.kind === 'apart' && signal.more === 2);
  });
});
