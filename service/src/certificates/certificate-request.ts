import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {keyPem, sealExtensions} from './certificate-maker.js';

export interface RequestWish {
  /** ISO 3166, two letters. */
  country: string;
  organisation: string;
  /** Organizational unit. */
  unit?: string;
  /** Name of the product, as in its record in the conforming products list. */
  name: string;
  /** Id of that record, a UUID. */
  recordId?: string;
  /** Signature algorithm of claims; default ES256. */
  algorithm?: SealAlgorithm;
}

/** PEM. */
export interface KeyAndRequest {
  key: string;
  request: string;
}

/**
 * Makes a key and a request for its certificate (PKCS #10, RFC 2986), by the profile of the C2PA Conformance
 * Program 0.2 for signers of assurance level 1. The profile asks for a record id.
 */
export async function requestCertificate(wish: RequestWish): Promise<KeyAndRequest> {
  const {country, organisation, unit, name, recordId, algorithm: sealing = 'ES256'} = wish;
  const {curve, hash} = sealAlgorithms[sealing];
  const algorithm = {name: 'ECDSA', namedCurve: curve, hash: hash.replace('sha', 'SHA-')};
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create(
    {
      // Given as a list, so that values need no escapes.
      name: [
        {C: [country]},
        {O: [organisation]},
        ...(unit === undefined ? [] : [{OU: [unit]}]),
        {CN: [name]},
      ],
      keys,
      signingAlgorithm: algorithm,
      extensions: [...sealExtensions(recordId)],
    },
    crypto,
  );
  return {key: await keyPem(keys), request: `${request.toString('pem')}\n`};
}
