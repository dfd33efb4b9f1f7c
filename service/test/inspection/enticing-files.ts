import {encode, Tagged} from '@sealed-capture/seal/encoding/cbor.js';
import {COSE_SIGN1} from '@sealed-capture/seal/encoding/cose-structures.js';
import {utf8} from '@sealed-capture/seal/encoding/bytes.js';
import {
  cborAssertion,
  assertionLink,
  inPng,
  manifest,
  store,
} from '../../../seal/test/foreign-store.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {bytes, jpeg, png} from '../../../seal/test/sources.js';

/** Files that contain addresses of one server in every way that C2PA defines, and the authority that sealed them. */
export async function enticingFiles(
  address: string,
): Promise<{authority: TestAuthority; files: Record<string, Uint8Array>}> {
  // Addresses of an OCSP responder, the issuer's certificate and a revocation list.
  const authority = await makeAuthority('Enticing', {informationAt: address});
  const {signer} = authority;
  return {
    authority,
    files: {
      'a-responder.jpg': (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer)).sealed,
      'b-remote.jpg': remoteJpeg(`${address}/remote.c2pa`),
      'c-identity.png': inPng(store(await identity(address, authority))),
      'd-none.png': png,
    },
  };
}

/** A file with only the address of a manifest, as XMP (C2PA 2.4, "External manifests"). */
function remoteJpeg(url: string): Uint8Array {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="${url}"/>` +
    '</rdf:RDF></x:xmpmeta>';
  const content = bytes('http://ns.adobe.com/xap/1.0/\0', xmp);
  const length = content.length + 2;
  const segment = bytes([0xff, 0xe1, length >> 8, length & 0xff], content);
  return bytes(jpeg.subarray(0, 20), segment, jpeg.subarray(20));
}

/** A seal with an assertion that is stored elsewhere, and an identity assertion whose issuer's key is at did:web. */
async function identity(address: string, {withoutTime}: TestAuthority): Promise<Uint8Array> {
  const label = 'urn:c2pa:5b9b5f2e-3a68-4d0c-9f0e-0d8f6f2c7a12';
  const {host} = new URL(address);
  const binding = cborAssertion('c2pa.hash.data', {
    name: 'all',
    alg: 'sha256',
    hash: new Uint8Array(32),
    pad: new Uint8Array(0),
    exclusions: [],
  });
  const elsewhere = cborAssertion('c2pa.cloud-data', {
    label: 'c2pa.metadata',
    size: 100,
    location: {url: `${address}/elsewhere`, hash: new Uint8Array(32), alg: 'sha256'},
    content_type: 'application/json',
  });
  const link = assertionLink(binding, 'sha256', label);
  const payload = {
    referenced_assertions: [{url: link.url, hash: link.hash}],
    sig_type: 'cawg.identity_claims_aggregation',
  };
  const credential = {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://cawg.io/identity/1.1/ica/context/',
    ],
    type: ['VerifiableCredential', 'IdentityClaimsAggregationCredential'],
    issuer: `did:web:${host.replace(':', '%3A')}`,
    validFrom: '2026-01-01T00:00:00Z',
    credentialSubject: {
      verifiedIdentities: [
        {
          type: 'cawg.social_media',
          username: 'eve',
          uri: `${address}/eve`,
          verifiedAt: '2026-01-01T00:00:00Z',
          provider: {id: address, name: 'Example'},
        },
      ],
      c2paAsset: {
        ...payload,
        referenced_assertions: [{url: link.url, hash: Buffer.from(link.hash).toString('base64')}],
      },
    },
  };
  const ED_DSA = -8;
  const headers = encode(
    new Map<unknown, unknown>([
      [1, ED_DSA],
      [3, 'application/vc'],
    ]),
  );
  const signature = encode(
    new Tagged(COSE_SIGN1, [
      headers,
      new Map(),
      utf8(JSON.stringify(credential)),
      new Uint8Array(64),
    ]),
  );
  const statement = cborAssertion('cawg.identity', {
    signer_payload: payload,
    signature,
    pad1: new Uint8Array(0),
  });
  return manifest({label, assertions: [binding, elsewhere, statement]}, withoutTime);
}
