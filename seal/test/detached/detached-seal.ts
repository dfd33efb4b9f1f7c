import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {settingsWith} from '../../src/engine/engine-settings.js';
import {BytesBlob, provideFileReaderSync} from '../../src/node/file-reader-sync.js';
import {signatureSize, signClaim} from '../../src/writing/cose.js';
import {type TestAuthority} from '../pki.js';

const definition = JSON.stringify({claim_generator_info: [{name: 'test', version: '1'}]});

/** The seal of a file as the engine makes it for a file of its own. */
export async function detachedSeal(
  media: Uint8Array,
  mediaType: string,
  {signer}: TestAuthority,
): Promise<Uint8Array> {
  provideFileReaderSync();
  const reserveSize = await signatureSize(signer);
  const builder = WasmBuilder.fromJson(definition, settingsWith());
  builder.setIntent({
    create: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
  });
  builder.setNoEmbed(true);
  const sign = async (claim: Uint8Array<ArrayBuffer>) =>
    Uint8Array.from((await signClaim(claim, signer, reserveSize)) ?? []);
  const {manifest} = (await builder.signAndGetManifestBytes(
    {alg: 'es256', reserveSize, sign},
    [],
    mediaType,
    new BytesBlob(media, mediaType),
  )) as {manifest: Uint8Array};
  builder.free();
  return manifest;
}
