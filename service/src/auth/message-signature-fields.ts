import {
  parseDictionary,
  serializeInnerList,
  type BareItem,
  type InnerList,
} from 'structured-headers';

/** Longest accepted field in bytes, more than valid components and parameters need. Longer ones are not parsed. */
const LONGEST_FIELD = 4096;

/** One signature of a request (RFC 9421, section 4), parsed but not verified. */
export interface MessageSignature {
  /** Names of the covered components, in the signed order. */
  components: readonly string[];
  parameters: ReadonlyMap<string, BareItem>;
  /** Value of `@signature-params`: the member of `Signature-Input` in canonical form (RFC 9651, section 4.1). */
  signatureParams: string;
  signature: Uint8Array;
}

/**
 * Parses `Signature-Input` and `Signature`, which must hold one signature with one label.
 *
 * @returns a description of the fault if they do not
 */
export function readSignature(
  inputField: string,
  signatureField: string,
): MessageSignature | string {
  if (inputField.length > LONGEST_FIELD || signatureField.length > LONGEST_FIELD) {
    return 'Signature-Input or Signature is too long.';
  }
  const inputs = attempt(() => parseDictionary(inputField));
  if (!inputs) return 'Signature-Input is not a structured field (RFC 9651).';
  const signatures = attempt(() => parseDictionary(signatureField));
  if (!signatures) return 'Signature is not a structured field (RFC 9651).';
  if (inputs.size !== 1 || signatures.size !== 1) return 'Send one signature, and no other.';
  const [[label, input] = ['', undefined]] = inputs;
  const value = signatures.get(label)?.[0];
  if (!(value instanceof ArrayBuffer)) {
    return 'Signature must hold the signature under the label that Signature-Input gives it, as :Base64:.';
  }
  if (!input || !isInnerList(input)) return 'Signature-Input must list what is covered: ("…" "…").';
  const components: string[] = [];
  for (const [name, parameters] of input[0]) {
    if (typeof name !== 'string') return 'Signature-Input must name what is covered in quotes.';
    if (parameters.size > 0) return 'Components with parameters are not supported.';
    if (components.includes(name)) return 'Signature-Input names a component twice.';
    components.push(name);
  }
  const signatureParams = attempt(() => serializeInnerList(input));
  if (signatureParams === undefined) return 'Signature-Input has a value that is out of range.';
  return {components, parameters: input[1], signatureParams, signature: new Uint8Array(value)};
}

/** Returns undefined if the library throws; its errors are of several kinds. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const isInnerList = (member: unknown): member is InnerList =>
  Array.isArray(member) && Array.isArray(member[0]);
