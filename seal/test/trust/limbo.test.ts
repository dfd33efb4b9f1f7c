import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {AnchorSet, anchorsIn} from '../../src/trust/anchors.js';
import {findPath, verifierFor} from '../../src/trust/certificate-path.js';

interface Limbo {
  /** DER, Base64. */
  certificates: string[];
  cases: {
    id: string;
    kind: 'SERVER' | 'CLIENT';
    time: string | null;
    /** Indexes of certificates. */
    anchors: number[];
    chain: number[];
    isTrusted: boolean;
  }[];
}

const usages = {SERVER: '1.3.6.1.5.5.7.3.1', CLIENT: '1.3.6.1.5.5.7.3.2'};

describe('path validation decides as x509-limbo expects', () => {
  const text = readFileSync(new URL('limbo/cases.json', import.meta.url), 'utf8');
  const {certificates, cases} = JSON.parse(text) as Limbo;
  /** None of the vectors has an authority that is restricted to other usages, so both rules decide alike. */
  const rules = [true, false];
  for (const {id, kind, time, anchors, chain, isTrusted} of cases) {
    const decide = async (isNested: boolean) => {
      const pem = anchors.map(
        (at) => `-----BEGIN CERTIFICATE-----\n${certificates[at]}\n-----END CERTIFICATE-----\n`,
      );
      const usage = [usages[kind]];
      // A root that cannot be read is refused when it is set up.
      const set = () => new AnchorSet(anchorsIn(pem.join('')));
      return Promise.resolve()
        .then(async () =>
          findPath({
            chain: chain.map((at) => Buffer.from(certificates[at]!, 'base64')),
            use: {usages: usage, isOnly: false, isNested, mayBeAnchor: false},
            time: time === null ? Date.now() : Date.parse(time),
            anchors: set(),
            verifier: verifierFor(crypto.subtle),
          }),
        )
        .catch((error: unknown) => {
          assert.ok(error instanceof RangeError, String(error));
          return {name: 'untrusted', fault: error.message};
        });
    };
    it(id, async () => {
      for (const isNested of rules) {
        const {name} = await decide(isNested);
        assert.equal(name === 'trusted', isTrusted, `${name}, ${isNested}`);
      }
    });
  }
});
