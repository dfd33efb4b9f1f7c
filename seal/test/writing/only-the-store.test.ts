import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {addStamp, stampableSeal} from '../../src/writing/add-stamp.js';
import {sealFurther} from '../../src/writing/further-seal.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {takesUpdates} from '../../src/writing/update-seal.js';
import {differenceOutsideStore} from '../../../test/corpus/rest/rest.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {captureId, options, sealFile, startEngine} from '../seal-file.js';
import {metadata, sources} from '../sources.js';

let camera: TestAuthority;
let desk: TestAuthority;
let engine: Engine;
before(async () => {
  camera = await makeAuthority('Camera');
  desk = await makeAuthority('Desk');
  engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
});

describe('Whatever is done to a seal', () => {
  for (const {name, media, mediaType} of sources) {
    it(`changes nothing but the manifest store, and reads valid (${name})`, async () => {
      const {sealed} = await sealFile({media, mediaType}, camera.withoutTime);
      const files: [what: string, file: Uint8Array][] = [['sealed', sealed]];
      const add = (what: string, file: Uint8Array) => files.push([what, file]);
      const request = {sections: ['place']} as const;
      const further = {...options, captureId};
      const {signer} = desk;
      const redacted = await redactSeal(engine, sealed, mediaType, request, signer, options);
      add('redacted', redacted);
      add('again', await sealFurther(engine, redacted, mediaType, metadata, signer, further));
      // There, the engine cannot tell how far the seal has grown.
      const isOdd = name.includes('another JUMBF');
      if (takesUpdates[mediaType] && !isOdd) {
        const now = {...options, now: new Date()};
        const {imprint, ...seal} = await stampableSeal(engine, sealed, mediaType, now.now);
        const stamp = {...seal, token: await desk.stamp(imprint)};
        add('stamped', await addStamp(engine, sealed, mediaType, stamp, signer, now));
      }
      for (const [what, file] of files) {
        const difference = differenceOutsideStore(mediaType, Buffer.from(media), Buffer.from(file));
        assert.equal(difference, undefined, what);
        const {labelState, reason} = await readSeal(engine, file, mediaType);
        assert.equal(labelState, 'valid', `${what}: ${reason}`);
      }
    });
  }
});
