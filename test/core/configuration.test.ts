import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {createProtection} from '../../src/core/create-protection.js';
import {obfuscated} from '../../src/core/obfuscated-place.js';
import {targetOf} from '../../src/core/protection-target.js';
import {VERSION} from '../../src/core/version.js';

const page = 'https://shop.example/camera/take?x#y';
const {signal} = new AbortController();

describe('where captures are sealed', () => {
  const endpoints: [Parameters<typeof targetOf>[0], string][] = [
    [{}, 'https://shop.example/protection'],
    [{sandbox: true}, 'https://shop.example/protection/sandbox'],
    [{baseUrl: 'api/'}, 'https://shop.example/camera/api'],
    [{baseUrl: 'https://seal.example/v1/', sandbox: true}, 'https://seal.example/v1/sandbox'],
    [
      {protection: createProtection({baseUrl: '/own', sandbox: true})},
      'https://shop.example/own/sandbox',
    ],
    [{protection: createProtection({}), sandbox: true}, 'https://shop.example/protection'],
  ];
  for (const [config, endpoint] of endpoints) {
    it(`is ${endpoint} for ${JSON.stringify(config)}`, () => {
      assert.equal(targetOf(config, page).endpoint, endpoint);
    });
  }

  it('is refused where the address is none', () => {
    assert.throws(() => targetOf({baseUrl: 'https://'}, page), {code: 'configuration_invalid'});
  });

  it('lets protection win over apiKey', async () => {
    const protection = createProtection({apiKey: 'pre-built'});
    const {authorization} = targetOf({apiKey: 'own', protection}, page);
    assert.deepEqual(await authorization?.(signal), {'X-API-Key': 'pre-built'});
  });

  it('has no credentials without apiKey and protection', async () => {
    assert.equal(targetOf({}, page).authorization, undefined);
    await assert.rejects(createProtection({}).authorization(signal), {code: 'credentials_missing'});
  });
});

describe('a place within a radius', () => {
  const place = {latitude: 51.5007, longitude: -0.1246, latLongAccuracy: 9, altitude: 20, speed: 1};
  const metres = (a: typeof place, b: {latitude?: number; longitude?: number}): number =>
    Math.hypot(
      (a.latitude - (b.latitude ?? 0)) * 111_320,
      (a.longitude - (b.longitude ?? 0)) * 111_320 * Math.cos((a.latitude * Math.PI) / 180),
    );

  it('is no further away than the radius, and says so', () => {
    for (const radius of [50, 500, 5_000]) {
      const blurred = obfuscated(place, radius);
      assert.ok(metres(place, blurred) <= radius * 1.01, `${metres(place, blurred)} m`);
      assert.equal(blurred.latLongAccuracy, radius);
    }
  });

  it('is the same for places next to each other, so that captures do not average out', () => {
    const near = {...place, latitude: place.latitude + 0.00001};
    assert.deepEqual(obfuscated(near, 5_000), obfuscated(place, 5_000));
  });

  it('keeps neither height nor speed', () => {
    assert.equal('altitude' in obfuscated(place, 500), false);
    assert.equal('speed' in obfuscated(place, 500), false);
  });

  it('is the place itself without a radius, and a reason stays a reason', () => {
    assert.equal(obfuscated(place, undefined), place);
    const reason = {unavailableReason: 'permission_denied'} as const;
    assert.equal(obfuscated(reason, 500), reason);
  });

  it('exists at the poles and the date line', () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
    ] as const) {
      const blurred = obfuscated({latitude, longitude}, 1_000);
      assert.ok(Math.abs(blurred.latitude ?? 91) <= 90);
      assert.ok(Math.abs(blurred.longitude ?? 181) <= 180);
    }
  });
});

it('seals the version of the package', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  assert.equal((JSON.parse(text) as {version: string}).version, VERSION);
});
