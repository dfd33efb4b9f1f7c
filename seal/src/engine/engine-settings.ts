import {uses} from '../trust/certificate-rules.js';

/**
 * Whom the engine is told to trust while it reads one file. Chains are judged beforehand (trust/judge.ts). The engine is
 * given the certificates that passed, and verifies paths only where the anchors below are not empty.
 */
export interface EngineTrust {
  /** SHA-256, Base64, of trusted certificates that signed a claim, or an OCSP answer. */
  certificates: readonly string[];
  /** PEM of certificates of which the engine itself accepts the paths of signers and of OCSP responders. */
  signers: string;
  /** True if every time stamp of the file is one that is trusted. */
  areStampsTrusted: boolean;
  /** PEM of certificates of which the engine itself accepts the paths of time-stamp authorities. */
  timeStamps: string;
}

export const NOBODY: EngineTrust = {
  certificates: [],
  signers: '',
  areStampsTrusted: false,
  timeStamps: '',
};

/** Extended key usages for sealing, time stamping and OCSP, as in the engine's own list. */
const KEY_USAGES = Object.values(uses)
  .flatMap(({usages}) => usages)
  .join('\n');

/** Name of the lists in the engine's findings. */
const URI = 'urn:sealed-capture:judged';

/**
 * The engine's settings as JSON in snake_case: other names are ignored silently. The engine never requests remote
 * manifests or OCSP answers.
 */
export const settingsWith = (trust: EngineTrust = NOBODY): string =>
  JSON.stringify({
    version: 1,
    trust: {
      // With an empty list, the engine verifies chains before it finds that they lead nowhere.
      anchors: [
        ...listOf('manifest', trust.signers, trust.certificates),
        ...listOf('tsa', trust.timeStamps, []),
      ],
    },
    verify: {
      verify_trust: true,
      verify_timestamp_trust: !trust.areStampsTrusted,
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
  });

function listOf(kind: 'manifest' | 'tsa', anchors: string, certificates: readonly string[]) {
  if (anchors === '' && certificates.length === 0) return [];
  return [
    {
      trust_kind: kind,
      trust_uri: URI,
      trust_anchors: anchors,
      trust_config: KEY_USAGES,
      ...(certificates.length > 0 && {allowed_list: certificates.join('\n')}),
    },
  ];
}
