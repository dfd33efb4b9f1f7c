import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {ExpiryWarnings} from '../../src/certificates/expiry-warnings.js';
import {validityOf} from '../../src/certificates/validity.js';
import {readCertificates} from '../../src/certificates/signing-identity.js';
import {idempotent, protectForm, sealRequest} from '../requests.js';
import {media} from '../seal-and-inspect.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {inspect} from '../timestamps/live-requests.js';
import {post} from '../timestamps/live-service.js';
import {authorityExtensions, certify, leafExtensions, noOpenssl, pem} from './openssl-authority.js';

const DAY_MS = 86_400_000;
const SECOND_IN_DAYS = 1_000 / DAY_MS;

interface Made {
  service: ServiceFixture;
  /** Validity of the leaf certificate. */
  validity: {from: number; until: number};
}

/** A service whose live certificate is valid at these times, in days from now. */
async function startWith(times: {from?: number; to?: number}): Promise<Made> {
  const dataFolder = await temporaryFolder();
  const live = join(dataFolder, 'live');
  await mkdir(live, {mode: 0o700});
  certify(live, {name: 'root', extensions: authorityExtensions(1)});
  certify(live, {name: 'signer', issuer: 'root', extensions: leafExtensions, ...times});
  await writeFile(join(live, 'trust.pem'), pem(live, 'root'));
  const [leaf] = readCertificates(pem(live, 'signer'), 'signer.pem');
  const service = await startFixture({dataFolder, withoutTimestamp: 'seal'});
  return {service, validity: validityOf([leaf!])};
}

const refusals = ({lines}: ServiceFixture) =>
  lines.filter((line) => line.includes('"level":50') && line.includes('nothing can be sealed'));

describe('A live certificate that is not valid now', {skip: noOpenssl}, () => {
  it('seals nothing after it has expired, while repeated requests and inspections are still answered', async () => {
    const {service, validity} = await startWith({to: 25 * SECOND_IN_DAYS});
    try {
      const request = sealRequest();
      const first = await post(service, '/seal', request, idempotent(request));
      assert.equal(first.statusCode, 200, first.body);
      const {payload, headers} = await protectForm(media, 'image/jpeg', {});
      const file = await post(service, '/protect', payload, headers);
      assert.equal(file.statusCode, 200, file.body);

      await sleep(validity.until + 1_100 - Date.now());
      for (let time = 0; time < 3; time++) {
        const late = sealRequest();
        const answer = await post(service, '/seal', late, idempotent(late));
        assert.equal(answer.statusCode, 503);
        assert.equal(answer.headers['retry-after'], '300');
        assert.match(answer.json<Problem>().detail ?? '', /expired on .* operator has to provide/);
      }
      const upload = await protectForm(media, 'image/jpeg', {});
      const refused = await post(service, '/protect', upload.payload, upload.headers);
      assert.equal(refused.statusCode, 503);
      assert.equal(refusals(service).length, 1, 'logged once in a minute');

      const again = await post(service, '/seal', request, idempotent(request));
      assert.equal(again.statusCode, 200, again.body);
      assert.deepEqual(again.rawPayload, first.rawPayload);
      const fileAgain = await post(service, '/protect', payload, headers);
      assert.equal(fileAgain.statusCode, 200, fileAgain.body);
      assert.ok((await inspect(service, file.rawPayload)).checks.length > 0);
      const health = await service.app.inject('/healthz');
      assert.deepEqual(health.json<{sealing: object}>().sealing, {sandbox: true, live: false});
    } finally {
      await service.close();
    }
  });

  for (const [what, times, words] of [
    ['has expired', {from: -3, to: -1}, /expired on/],
    ['is not valid yet', {from: 2}, /is not valid before/],
  ] as const) {
    it(`causes a warning, but does not keep the service from starting, if it ${what}`, async () => {
      const {service} = await startWith(times);
      try {
        const warning = service.lines.find((line) => line.includes('"level":40'));
        assert.match(warning ?? '', words);
        const request = sealRequest();
        const answer = await post(service, '/seal', request, idempotent(request));
        assert.equal(answer.statusCode, 503);
        assert.match(answer.json<Problem>().detail ?? '', words);
      } finally {
        await service.close();
      }
    });
  }
});

describe('The expiry of a certificate', () => {
  it('causes warnings 30, 7 and 1 days before, and once when it is reached', () => {
    const said: string[] = [];
    const warnings = new ExpiryWarnings('live', {warn: (_content, message) => said.push(message)});
    const until = 100 * DAY_MS;
    const heard: [day: number, words: string][] = [];
    for (let now = 0; now < 110 * DAY_MS; now += DAY_MS / 24) {
      warnings.check({from: 0, until}, now);
      for (const message of said.splice(0)) {
        heard.push([
          now / DAY_MS,
          /less than a day|less than \d+|expired/.exec(message)?.[0] ?? '',
        ]);
      }
    }
    assert.deepEqual(heard, [
      [70, 'less than 30'],
      [93, 'less than 7'],
      [99, 'less than a day'],
      [100 + 1 / 24, 'expired'],
    ]);
  });

  it('causes at most one warning a day, and new warnings for another certificate', () => {
    let said = 0;
    const warnings = new ExpiryWarnings('live', {warn: () => (said += 1)});
    const until = 10 * DAY_MS;
    const hour = DAY_MS / 24;
    warnings.check({from: 0, until}, until - DAY_MS - hour);
    warnings.check({from: 0, until}, until - DAY_MS + hour);
    assert.equal(said, 1);
    warnings.check({from: 0, until: until + DAY_MS}, until - DAY_MS + hour);
    assert.equal(said, 2);
  });
});
