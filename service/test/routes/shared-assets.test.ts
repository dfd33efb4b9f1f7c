import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {variants} from '../../../test/variants.js';
import {envelope, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

const assets = join(import.meta.dirname, '../../../../shared/assets');
const absent = existsSync(assets) ? false : 'the shared test media are not here';

/** The cells of a row of manifest.csv, which may be quoted. */
const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

interface Expected {
  file: string;
  kind: string;
  trusted: string;
  untrusted: string;
  codes: string;
}

function expectations(): Expected[] {
  const [, ...lines] = readFileSync(join(assets, 'dev/manifest.csv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [file = '', , kind = '', trusted = '', untrusted = '', codes = ''] = cells(line);
    return {file, kind, trusted, untrusted, codes};
  });
}

for (const withAnchors of variants([true, false])) {
  describe(
    `The shared files, ${withAnchors ? 'with' : 'without'} test anchors`,
    {skip: absent},
    () => {
      const service = serviceOfSuite(withAnchors ? {trustAnchors: join(assets, 'anchors')} : {});

      it('no_alg.jpg cannot be the source of a new seal, and the reason is returned', async () => {
        const file = readFileSync(join(assets, 'dev', 'no_alg.jpg'));
        for (const parent of [undefined, 'keep-broken']) {
          const {payload, headers} = await protectForm(file, 'image/jpeg', {}, undefined, parent);
          const {statusCode, body} = await service.post('/protect', payload, headers);
          assert.equal(statusCode, 422);
          assert.match(body, /: The seal uses an algorithm .* A copy without any manifest can be /);
          assert.equal(/could not be checked/.test(body), parent === undefined);
          assert.doesNotMatch(body, /keep-broken|does not hold/);
        }
      });

      for (const {file, kind, trusted, untrusted, codes} of absent ? [] : expectations()) {
        it(`${file} gets the expected answer`, async () => {
          const answer = await service.post(
            '/inspect',
            envelope(readFileSync(join(assets, 'dev', file))),
          );
          assert.equal(answer.statusCode, 200, answer.body);
          const result = answer.json<InspectionResult>();
          assert.equal(typeof result.reason, 'string');
          assert.equal(result.labelValid, result.labelState === 'valid');
          // Published readers disagree on this file's verdict.
          if (kind === 'disputed') return;
          const expected = withAnchors ? trusted : untrusted;
          assert.equal(result.labelValid, expected.startsWith('true'), result.reason);
          // Its signer is on the interim list.
          const unknown = file === 'amazon-titan-g1.png' ? 'interim' : 'untrusted';
          if (/untrusted|integrity ok/.test(expected)) assert.equal(result.labelState, unknown);
          if (kind === 'no-seal' || kind === 'remote') assert.equal(result.labelState, 'none');
          if (kind === 'no-seal') assert.equal(result.gps, undefined);
          // A seal with an unsupported signature algorithm is not reported as broken.
          const state = file === 'no_alg.jpg' ? 'unchecked' : 'invalid';
          if (kind === 'invalid') assert.equal(result.labelState, state);
          const failed = result.checks.filter(({passed}) => !passed).map(({code}) => code);
          for (const code of kind === 'invalid' ? codes.split('+').filter(Boolean) : []) {
            assert.ok(failed.includes(code), `${code} is not among ${failed.join(', ')}`);
          }
        });
      }
    },
  );
}
