import assert from 'node:assert/strict';
import {X509Certificate} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {derSignature} from '../../../src/seal/evidence/ecdsa-signature.js';
import {storeOf} from '../../../src/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '../../../src/seal/own-reader/manifests.js';
import {claimSignature} from '../../../src/seal/own-reader/signature/signature.js';
import {noOpenssl, openssl} from '../certificates/openssl-authority.js';
import {media} from '../seal-and-inspect.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {addTimestamp, inspect, protect, redactTags, seal} from '../timestamps/live-requests.js';
import {liveWith, startSigning, type Curve} from './live-signer.js';

const numbers = {'P-256': -7, 'P-384': -35} as const;

for (const curve of ['P-256', 'P-384'] as const satisfies readonly Curve[]) {
  describe(`A live certificate with a key on ${curve}`, {skip: noOpenssl}, () => {
    let live: string;
    let service: ServiceFixture;
    /** Its sandbox authority issues time stamps. */
    let authority: ServiceFixture;
    /** A service with the same key, and with time stamps. */
    let stamping: ServiceFixture;
    before(async () => {
      const {dataFolder, live: folder} = await liveWith(curve);
      live = folder;
      service = await startSigning(dataFolder);
      authority = await startFixture();
      const address = await authority.app.listen({port: 0, host: '127.0.0.1'});
      stamping = await startSigning(dataFolder, {
        timestampAddresses: [`${address}/protection/sandbox/timestamp`],
        timeStampAnchors: join(authority.folder, 'sandbox', 'root.pem'),
      });
    });
    after(async () => {
      await service.close();
      await stamping.close();
      await authority.close();
    });

    /** The output of openssl for the newest seal. */
    const verifies = (file: Uint8Array): string => {
      const {certificates, signed, value} = claimSignature(
        new ManifestStore(storeOf(file)!.bytes).active!,
      )!;
      const {publicKey} = new X509Certificate(certificates[0]!);
      const write = (name: string, content: string | Uint8Array) =>
        writeFileSync(join(live, name), content);
      write('public.pem', publicKey.export({type: 'spki', format: 'pem'}));
      write('signed', signed);
      write('signature', derSignature(value));
      const digest = curve === 'P-256' ? '-sha256' : '-sha384';
      return openssl(
        live,
        ...['dgst', digest, '-verify', 'public.pem', '-signature', 'signature', 'signed'],
      );
    };

    const check = async (file: Buffer) => {
      assert.equal(
        claimSignature(new ManifestStore(storeOf(file)!.bytes).active!)?.algorithm,
        numbers[curve],
      );
      assert.match(verifies(file), /Verified OK/);
      const {labelState, reason} = await inspect(service, file);
      assert.equal(labelState, 'valid', reason);
    };

    it('seals digests, files and files with a seal, all of which openssl and the engine verify', async () => {
      const {answer, file} = await seal(service);
      assert.equal(answer.statusCode, 200, answer.body);
      await check(file());
      const uploaded = await protect(service, media, 'image/jpeg');
      assert.equal(uploaded.statusCode, 200, uploaded.body.slice(0, 300));
      await check(uploaded.rawPayload);
      const again = await protect(service, uploaded.rawPayload, 'image/jpeg');
      assert.equal(again.statusCode, 200, again.body.slice(0, 300));
      await check(again.rawPayload);
    });

    it('redacts tags from a seal, and adds a missing time stamp', async () => {
      const {rawPayload} = await protect(service, media, 'image/jpeg');
      const redacted = await redactTags(service, rawPayload, 'image/jpeg');
      assert.equal(redacted.statusCode, 200, redacted.body.slice(0, 300));
      await check(redacted.rawPayload);
      assert.equal((await inspect(service, redacted.rawPayload)).tags, undefined);
      const stamped = await addTimestamp(stamping, rawPayload, 'image/jpeg');
      assert.equal(stamped.statusCode, 200, stamped.body.slice(0, 300));
      await check(stamped.rawPayload);
      // The other service trusts the root of this time stamp.
      assert.ok((await inspect(stamping, stamped.rawPayload)).signature?.timestamp);
    });
  });
}
