import {listAt, objectAt, textAt, valueAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';
import {type Findings} from '../engine/findings.js';

/** Codes about signers, which depend on the anchors of signers and not on those of time. */
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

/**
 * The state by the engine's own rule (C2PA 2.4, "Validation states"); `state` is that of the same file without
 * those findings.
 */
export function stateOf(state: unknown, {success, failure, ingredients}: Findings): unknown {
  if (state !== 'Trusted' && state !== 'Valid') return state;
  if (failure.some((code) => /revoked$/.test(code))) return 'Invalid';
  const isTrusted = success.includes('signingCredential.trusted');
  return isTrusted && failure.length + ingredients.failure.length === 0 ? 'Trusted' : 'Valid';
}

/** The parts of a reading that are about signers. */
interface Told {
  state: unknown;
  findings: Findings;
  doubted: Loose;
  crJson?: string;
}

/**
 * Combines two readings of a file: `times`, with the anchors of time-stamp authorities only, and the findings about
 * signers of `signers`, with the anchors of signers only.
 */
export function withSignersOf<Read extends Told>(times: Read, signers: Read): Read {
  const findings: Findings = {
    ...times.findings,
    ...merged(times.findings, signers.findings),
    ingredients: merged(times.findings.ingredients, signers.findings.ingredients),
    // Without those about signers whom the signers' anchors make known.
    recorded: signers.findings.recorded,
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

/** Combines the crJSON of two readings in the same way, for each manifest and its ingredients. */
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

/** Combines lists of statuses, wherever they occur in the two values, which describe one file. */
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
