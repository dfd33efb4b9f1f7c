import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';

/** The options by which elements are told where to seal and to inspect. */
export interface InspectionPlace {
  baseUrl?: string;
  sandbox?: boolean;
  protection?: Pick<ProtectionOptions, 'baseUrl' | 'sandbox'>;
}

/** Recognizes a whole address. Older versions took the endpoint's whole address as the inspector's `baseUrl`. */
const WHOLE = /\/inspect\/?(?:[?#]|$)/;

/**
 * The address of the inspection endpoint: below the API's base address, in its sandbox or not, as for the capture
 * elements. An address that ends in `/inspect` is used as it is.
 */
export function inspectionAddress({baseUrl, sandbox, protection}: InspectionPlace): string {
  const given = baseUrl ?? protection?.baseUrl ?? '/protection';
  if (WHOLE.test(given)) return given;
  const [base = ''] = given.split(/[?#]/);
  const environment = (protection?.sandbox ?? sandbox) ? '/sandbox' : '';
  return `${base.replace(/\/+$/, '')}${environment}/inspect`;
}
