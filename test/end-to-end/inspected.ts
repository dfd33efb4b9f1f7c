import {Value} from 'typebox/value';
import {InspectionResult} from '../../src/model/inspection-result.js';
import type {Site} from './site.js';

/** What the site's own service says about a file, as its endpoint answers. */
export async function inspected({address}: Site, bytes: Uint8Array): Promise<InspectionResult> {
  const configuration = await fetch(`${address}/demo/configuration.json`);
  const {apiKey} = (await configuration.json()) as {apiKey: string};
  return inspectedBy(address, apiKey, bytes);
}

/** What the service at this address says about a file. */
export async function inspectedBy(
  address: string,
  apiKey: string,
  bytes: Uint8Array,
): Promise<InspectionResult> {
  const answer = await fetch(`${address}/protection/sandbox/inspect`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-API-Key': apiKey},
    body: JSON.stringify({image: Buffer.from(bytes).toString('base64')}),
  });
  if (answer.status !== 200) throw new Error(`inspect answered ${answer.status}`);
  return Value.Parse(InspectionResult, await answer.json());
}
