import {listAt, objectAt, textAt, valueAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';
import {type Findings} from '../engine/findings.js';

/** What is said of signers by the anchors of signers, and of no time. */
const ofSigners = /^signingCredential\.(trusted|untrusted|revoked|ocsp\.)/;

type Codes = Pick<Findings, 'success' | 'informational' | 'failure'>;

function merged(times: Codes, signers: Codes): Codes {
  const of = (key: keyof Codes) => [
    ...signers[key].filter((code) => ofSigners.test(code)),
    ...times[key].filter((code) => !ofSigners.test(code)),
  ];
  return {
    success: of('success'),
    informational: of('informational'),
    failure: of('failure'),
  };
}

/** The engine's own rule (C2PA 2.4, "Validation states"), where `state` is of the same file without those findings. */
export function stateOf(state: unknown, {success, failure, ingredients}: Findings): unknown {
  if (state !== 'Trusted' && state !== 'Valid') return state;
  if (failure.some((code) => /revoked$/.test(code))) return 'Invalid';
  const isTrusted = success.includes('signingCredential.trusted');
  return isTrusted && failure.length + ingredients.failure.length === 0 ? 'Trusted' : 'Valid';
}

/** What of a reading tells of signers. */
interface Told {
  state: unknown;
  findings: Findings;
  doubted: Loose;
  crJson?: string;
}

/** A reading with the anchors of time-stamp authorities alone, with what one with those of signers alone says of signers. */
export function withSignersOf<Read extends Told>(times: Read, signers: Read): Read {
  const findings: Findings = {
    ...times.findings,
    ...merged(times.findings, signers.findings),
    ingredients: merged(times.findings.ingredients, signers.findings.ingredients),
  };
  return {
    ...times,
    findings,
    doubted: signers.doubted,
    state: stateOf(times.state, findings),
    crJson:
      times.crJson !== undefined && signers.crJson !== undefined
        ? mergedCrJson(times.crJson, signers.crJson)
        : undefined,
  };
}

/** The same of what the crJSON says of each manifest, and of what that was made from. */
function mergedCrJson(times: string, signers: string): string {
  const before = objectAt({crJson: JSON.parse(times) as unknown}, 'crJson');
  const others = listAt(JSON.parse(signers), 'manifests');
  const manifests = listAt(before, 'manifests').map((manifest) => {
    const label = textAt(manifest, 'label');
    const other = others.find((one) => textAt(one, 'label') === label);
    return mergedStatuses(manifest, other);
  });
  return JSON.stringify({...before, manifests});
}

const statusLists = ['success', 'informational', 'failure'];

/** Lists of statuses, wherever they are under the two, which are of one file. */
function mergedStatuses(times: unknown, signers: unknown): unknown {
  if (Array.isArray(times)) {
    return times.map((one: unknown, index) =>
      mergedStatuses(one, Array.isArray(signers) ? signers[index] : undefined),
    );
  }
  if (typeof times !== 'object' || times === null) return times;
  return Object.fromEntries(
    Object.entries(times).map(([key, value]: [string, unknown]) => {
      if (!isListOfStatuses(key, value)) {
        return [key, key === 'assertions' ? value : mergedStatuses(value, valueAt(signers, key))];
      }
      const about = listAt(signers, key).filter((one) => ofSigners.test(textAt(one, 'code') ?? ''));
      return [
        key,
        [...about, ...value.filter((one) => !ofSigners.test(textAt(one, 'code') ?? ''))],
      ];
    }),
  );
}

const isListOfStatuses = (key: string, value: unknown): value is unknown[] =>
  statusLists.includes(key) && Array.isArray(value);
