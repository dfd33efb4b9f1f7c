import {Value} from 'typebox/value';
import {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Site} from './site.js';

/** The answer of the site's own service about a file. */
export async function inspected({address}: Site, bytes: Uint8Array): Promise<InspectionResult> {
  const authorization = `Bearer ${await demoToken(address)}`;
  return inspectedBy(address, {Origin: address, Authorization: authorization}, bytes);
}

/** The answer of the service at this address about a file, requested with these credentials. */
export async function inspectedBy(
  address: string,
  credentials: Record<string, string>,
  bytes: Uint8Array,
): Promise<InspectionResult> {
  const answer = await fetch(`${address}/protection/sandbox/inspect`, {
    method: 'POST',
    headers: {...credentials, 'Content-Type': 'application/json'},
    body: JSON.stringify({image: Buffer.from(bytes).toString('base64')}),
  });
  if (answer.status !== 200) throw new Error(`inspect answered ${answer.status}`);
  return Value.Parse(InspectionResult, await answer.json());
}

/** A token as the demo's own pages get it. */
export async function demoToken(address: string): Promise<string> {
  const answer = await fetch(`${address}/demo/token`, {
    method: 'POST',
    headers: {Origin: address},
  });
  return ((await answer.json()) as {token: string}).token;
}
